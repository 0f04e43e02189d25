import { z } from 'zod';
import {
  type ListedRefund,
  type PaymentOrder,
  type PaymentProvider,
  ProviderOutcomeUnknown,
  type ProviderPayment,
  type ProviderRefund,
  type RefundOrder,
} from './payment-provider.ts';
import { createYookassaClient, type YookassaAccess } from './yookassa-client.ts';

export interface YookassaSettings extends YookassaAccess {
  /** The tax rate code on receipts. */
  vatCode: number;
}

const descriptionMaxLength = 128;
/** Clocks of two machines may differ. */
const clockSlackMs = 24 * 60 * 60 * 1000;

export function createYookassaProvider(settings: YookassaSettings): PaymentProvider {
  const client = createYookassaClient(settings);

  /** The tax office expects one item for the whole amount. */
  function receiptFor(order: PaymentOrder | RefundOrder, email: string) {
    return {
      customer: { email },
      items: [
        {
          description: order.description.slice(0, descriptionMaxLength),
          quantity: '1.00',
          amount: amountOf(order.amount_kopecks, order.currency),
          vat_code: settings.vatCode,
          payment_mode: 'full_payment',
          payment_subject: 'service',
        },
      ],
    };
  }

  function paymentBody(order: PaymentOrder): object {
    const method = order.method_id
      ? { payment_method_id: order.method_id }
      : {
          confirmation: { type: 'redirect', return_url: order.return_url },
          ...(order.saves_method && { save_payment_method: true }),
        };
    return {
      amount: amountOf(order.amount_kopecks, order.currency),
      capture: true,
      description: order.description.slice(0, descriptionMaxLength),
      metadata: { payment_id: order.payment_id, plan_id: order.plan_id },
      receipt: receiptFor(order, order.receipt_email),
      ...method,
    };
  }

  return {
    name: 'yookassa',
    create: async (order) =>
      toProviderPayment(
        await client.post('/payments', paymentBody(order), order.idempotence_key, yookassaPayment),
      ),
    read: async (id) => {
      const found = await client.get(`/payments/${encodeURIComponent(id)}`, yookassaPayment);
      return found && toProviderPayment(found);
    },
    find: async (order) => {
      const since = new Date(order.created_at.getTime() - clockSlackMs).toISOString();
      let cursor: string | undefined;
      do {
        const query = new URLSearchParams({ 'created_at.gte': since, limit: '100' });
        if (cursor) query.set('cursor', cursor);
        const page = await client.get(`/payments?${query}`, yookassaPayments);
        if (!page) throw new ProviderOutcomeUnknown('The provider has no list of payments.');
        const found = page.items.find(({ metadata }) => metadata?.payment_id === order.payment_id);
        if (found) return toProviderPayment(found);
        cursor = page.next_cursor;
      } while (cursor);
      return undefined;
    },
    refund: async (order) => {
      const body = {
        payment_id: order.provider_payment_id,
        amount: amountOf(order.amount_kopecks, order.currency),
        ...(order.receipt_email && { receipt: receiptFor(order, order.receipt_email) }),
      };
      return toProviderRefund(
        await client.post('/refunds', body, order.idempotence_key, yookassaRefund),
      );
    },
    readRefund: async (id) => {
      const found = await client.get(`/refunds/${encodeURIComponent(id)}`, yookassaRefund);
      return found && toProviderRefund(found);
    },
    listRefunds: async (paymentId) => {
      const listed: ListedRefund[] = [];
      let cursor: string | undefined;
      do {
        const query = new URLSearchParams({ payment_id: paymentId, limit: '100' });
        if (cursor) query.set('cursor', cursor);
        const page = await client.get(`/refunds?${query}`, yookassaRefunds);
        if (!page) throw new ProviderOutcomeUnknown('The provider has no list of refunds.');
        listed.push(...page.items.map(toListedRefund));
        cursor = page.next_cursor;
      } while (cursor);
      return listed;
    },
  };
}

const amount = z.object({
  value: z.string().regex(/^\d+\.\d{2}$/),
  currency: z.string(),
});

/** The fields that are read from responses. */
const yookassaPayment = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount,
  test: z.boolean(),
  metadata: z.record(z.string(), z.string()).optional(),
  confirmation: z.object({ confirmation_url: z.string().optional() }).optional(),
  payment_method: z
    .object({
      id: z.string(),
      saved: z.boolean(),
      title: z.string().optional(),
      card: z.object({ last4: z.string().optional() }).optional(),
    })
    .optional(),
  receipt_registration: z.enum(['pending', 'succeeded', 'canceled']).optional(),
  cancellation_details: z.object({ party: z.string(), reason: z.string() }).optional(),
});

const yookassaPayments = z.object({
  items: z.array(yookassaPayment),
  next_cursor: z.string().optional(),
});

const yookassaRefund = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'succeeded', 'canceled']),
});

const yookassaRefunds = z.object({
  items: z.array(yookassaRefund.extend({ amount })),
  next_cursor: z.string().optional(),
});

function toProviderPayment(found: z.output<typeof yookassaPayment>): ProviderPayment {
  const method = found.payment_method;
  return {
    id: found.id,
    // Payments are captured immediately, so this state is transient.
    status: found.status === 'waiting_for_capture' ? 'pending' : found.status,
    amount_kopecks: kopecksOf(found.amount.value),
    currency: found.amount.currency,
    is_test: found.test,
    payment_id: found.metadata?.payment_id ?? null,
    confirmation_url: found.confirmation?.confirmation_url ?? null,
    method: method?.saved
      ? { id: method.id, title: method.title ?? '', last4: method.card?.last4 ?? null }
      : null,
    receipt: found.receipt_registration ?? null,
    cancellation_reason: found.cancellation_details?.reason ?? null,
  };
}

function toProviderRefund({ id, status }: z.output<typeof yookassaRefund>): ProviderRefund {
  return { id, status };
}

function toListedRefund({
  amount,
  ...refund
}: z.output<typeof yookassaRefunds>['items'][number]): ListedRefund {
  return { ...toProviderRefund(refund), amount_kopecks: kopecksOf(amount.value) };
}

function amountOf(kopecks: number, currency: string) {
  const value = `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
  return { value, currency };
}

function kopecksOf(value: string): number {
  return Number(value.replace('.', ''));
}
