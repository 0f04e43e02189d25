import { z } from 'zod';
import type { ListedRefund, ProviderPayment, ProviderRefund } from './payment-provider.ts';

const amount = z.object({
  value: z.string().regex(/^\d+\.\d{2}$/),
  currency: z.string(),
});

/** What of the provider's answers is read. */
export const yookassaPayment = z.object({
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

export const yookassaPayments = z.object({
  items: z.array(yookassaPayment),
  next_cursor: z.string().optional(),
});

export const yookassaRefund = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'succeeded', 'canceled']),
});

export const yookassaRefunds = z.object({
  items: z.array(yookassaRefund.extend({ amount })),
  next_cursor: z.string().optional(),
});

export const yookassaError = z.object({
  code: z.string(),
  description: z.string().optional(),
  /** In milliseconds. */
  retry_after: z.number().optional(),
});

export function toProviderPayment(found: z.output<typeof yookassaPayment>): ProviderPayment {
  const method = found.payment_method;
  return {
    id: found.id,
    // Everything is captured at once, so waiting for it is only a step on the way.
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

export function toProviderRefund({ id, status }: z.output<typeof yookassaRefund>): ProviderRefund {
  return { id, status };
}

export function toListedRefund({
  amount,
  ...refund
}: z.output<typeof yookassaRefunds>['items'][number]): ListedRefund {
  return { ...toProviderRefund(refund), amount_kopecks: kopecksOf(amount.value) };
}

export function amountOf(kopecks: number, currency: string) {
  const value = `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
  return { value, currency };
}

function kopecksOf(value: string): number {
  return Number(value.replace('.', ''));
}
