import { createMockProvider } from '../features/billing/payments/mock-provider.ts';
import type { PaymentProvider } from '../features/billing/payments/payment-provider.ts';
import { createYookassaProvider } from '../features/billing/payments/yookassa-provider.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Configuration } from '../config/configuration.ts';

/** The provider that takes the money here; undefined where payments are not configured. */
export function openPayments(
  { payments, publicUrl }: Configuration,
  clock: Clock,
): PaymentProvider | undefined {
  if (!payments) return undefined;
  return payments.kind === 'mock'
    ? createMockProvider(publicUrl, () => clock.now())
    : createYookassaProvider(payments);
}
