import type { PaymentView } from '@zavet/contract/billing/payment-endpoints';

/** A person who has not paid by then has left the provider's page; the list is not read again for them. */
const awaitedForMs = 10 * 60 * 1000;

export function isAwaited({ status, created_at }: PaymentView, nowMs: number): boolean {
  return status === 'pending' && nowMs - Date.parse(created_at) < awaitedForMs;
}

export function pendingIds(payments: readonly PaymentView[]): string {
  return payments
    .filter(({ status }) => status === 'pending')
    .map(({ id }) => id)
    .join();
}
