import { type Context, perContext } from '../../../context.ts';
import { createMockProvider } from './mock-provider.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createYookassaProvider } from './yookassa-provider.ts';

/** The provider that takes the money here; undefined where payments are not configured. */
export const paymentProvider = perContext(
  ({ config: { payments, publicUrl }, clock }: Context): PaymentProvider | undefined => {
    if (!payments) return undefined;
    return payments.kind === 'mock'
      ? createMockProvider(publicUrl, () => clock.now())
      : createYookassaProvider(payments);
  },
);
