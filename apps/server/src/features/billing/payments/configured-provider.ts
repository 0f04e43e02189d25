import type { MockStatus } from '@zavet/contract/billing/payment-endpoints';
import { type Context, perContext } from '../../../context.ts';
import type {
  PaymentKey,
  PaymentOrder,
  PaymentProvider,
  ProviderPayment,
} from './payment-provider.ts';
import { createYookassaProvider } from './yookassa-provider.ts';

const mockPageLifetimeMs = 60 * 60 * 1000;

/** Undefined if payments are not configured. */
export const paymentProvider = perContext(
  ({ config: { payments, publicUrl }, clock }: Context): PaymentProvider | undefined => {
    if (!payments) return undefined;
    return payments.kind === 'mock'
      ? createMockProvider(publicUrl, () => clock.now())
      : createYookassaProvider(payments);
  },
);

/**
 * For development: charges nothing. /mock-payment redirects with a status, which is trusted. A
 * saved card always succeeds.
 */
function createMockProvider(publicUrl: string, now: () => Date): PaymentProvider {
  return {
    name: 'mock',
    create: async (order) => {
      if (order.method_id) return mockPayment(order, 'succeeded');
      return { ...mockPayment(order, 'pending'), confirmation_url: mockPageUrl(publicUrl, order) };
    },
    // The provider stores nothing: an old payment counts as expired, any other as pending.
    read: async () => undefined,
    find: async (order) => {
      const age = now().getTime() - order.created_at.getTime();
      return age > mockPageLifetimeMs
        ? { ...mockPayment(order, 'canceled'), cancellation_reason: 'expired_on_confirmation' }
        : mockPayment(order, 'pending');
    },
    cancel: async (_, order) => mockPayment(order, 'canceled'),
    refund: async ({ idempotence_key }) => ({ id: idempotence_key, status: 'succeeded' }),
    readRefund: async (id) => ({ id, status: 'succeeded' }),
    listRefunds: async () => [],
  };
}

/** The payment with the status that the mock page returned. */
export function mockOutcome(order: PaymentKey, status: MockStatus): ProviderPayment {
  return mockPayment(order, status === 'succeeded' ? 'succeeded' : 'canceled');
}

function mockPayment(order: PaymentKey, status: ProviderPayment['status']): ProviderPayment {
  const { payment_id, amount_kopecks, currency } = order;
  const method = { id: 'mock-card', title: 'Bank card *4477', last4: '4477' };
  return {
    id: payment_id,
    status,
    amount_kopecks,
    currency,
    is_test: true,
    payment_id,
    confirmation_url: null,
    method: status === 'succeeded' ? method : null,
    receipt: null,
    cancellation_reason: null,
  };
}

function mockPageUrl(publicUrl: string, order: PaymentOrder): string {
  const query = new URLSearchParams({
    amount: String(order.amount_kopecks / 100),
    plan: order.plan_id,
    payment_id: order.payment_id,
    crt: clientReturnTokenIn(order.return_url),
    return: order.return_url ?? '',
    description: order.description,
  });
  return `${publicUrl}/mock-payment?${query}`;
}

function clientReturnTokenIn(returnUrl: string | null): string {
  return (returnUrl && new URL(returnUrl).searchParams.get('crt')) ?? '';
}
