import type {
  PaymentKey,
  PaymentProvider,
  ProviderPayment,
} from '../../src/features/billing/payments/payment-provider.ts';
import type { Clock } from '../../src/platform/clock.ts';

interface KnownPayment extends PaymentKey {
  status: 'pending' | 'succeeded' | 'canceled';
  /** When the payer paid, by the provider's clock. */
  paid_at: Date | null;
  refunded_kopecks: number;
}

/** A provider inside this process, for schedules by the thousand. It cannot call payments back. */
export interface QuickProvider extends PaymentProvider {
  payments(): KnownPayment[];
  /** As the payer or the bank does; nothing happens to a payment that has ended. */
  end(paymentId: string, status: 'succeeded' | 'canceled'): void;
  forget(): void;
}

export function createQuickProvider(clock: Clock): QuickProvider {
  const known = new Map<string, KnownPayment>();
  const refunds = new Set<string>();
  const read = async (id: string) => {
    const found = known.get(id);
    return found && viewOf(found);
  };
  return {
    name: 'mock',
    create: async ({ payment_id, amount_kopecks, currency, created_at }) => {
      const order = { payment_id, amount_kopecks, currency, created_at };
      const made = known.get(payment_id) ?? { ...order, ...untouched };
      known.set(payment_id, made);
      return viewOf(made);
    },
    read,
    find: ({ payment_id }) => read(payment_id),
    refund: async ({ idempotence_key, provider_payment_id, amount_kopecks }) => {
      const found = known.get(provider_payment_id);
      if (found?.status !== 'succeeded') throw new Error('a refund of what was not paid');
      if (!refunds.has(idempotence_key)) found.refunded_kopecks += amount_kopecks;
      refunds.add(idempotence_key);
      return { id: idempotence_key, status: 'succeeded' };
    },
    readRefund: async (id) => ({ id, status: 'succeeded' }),
    listRefunds: async () => [],
    payments: () => [...known.values()],
    end: (paymentId, status) => {
      const found = known.get(paymentId);
      if (found?.status !== 'pending') return;
      found.status = status;
      if (status === 'succeeded') found.paid_at = clock.now();
    },
    forget: () => {
      known.clear();
      refunds.clear();
    },
  };
}

const untouched = { status: 'pending', paid_at: null, refunded_kopecks: 0 } as const;

function viewOf({ payment_id, status, amount_kopecks, currency }: KnownPayment): ProviderPayment {
  return {
    id: payment_id,
    status,
    amount_kopecks,
    currency,
    is_test: true,
    payment_id,
    confirmation_url: `http://zavet.test/pay/${payment_id}`,
    method: null,
    receipt: null,
    cancellation_reason: null,
  };
}
