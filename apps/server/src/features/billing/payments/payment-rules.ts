import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import type { PaymentOutcome, RefundReason } from '@zavet/contract/billing/payment-values';

export const paymentKinds = ['purchase', 'renewal', 'activation', 'gift'] as const;

export type PaymentKind = (typeof paymentKinds)[number];

export const providerNames = ['mock', 'yookassa'] as const;

export type ProviderName = (typeof providerNames)[number];

const second = 1000;

const minute = 60 * second;

const hour = 60 * minute;

/** An hour less than the provider stores a key, because clocks differ. */
export const keyLifetimeMs = 23 * hour;

export function isKeyExpired({ created_at }: { created_at: Date }, now: Date): boolean {
  return now.getTime() - created_at.getTime() > keyLifetimeMs;
}

/** Age at which a payment that the provider no longer has is abandoned. */
export const lostPaymentTimeoutMs = 3 * 24 * hour;

const receiptTimeoutMs = 7 * 24 * hour;

/** A check scheduled further ahead was written by a clock that ran fast. */
export const maxCheckDelayMs = 2 * hour;

/** Checks are frequent at first, because most payments are paid within the hour. */
export function checkDelayMs(ageMs: number): number {
  if (ageMs < 10 * minute) return 25 * second;
  if (ageMs < 2 * hour) return minute;
  return ageMs < 24 * hour ? 10 * minute : hour;
}

/** Null once the receipt is too old to be registered. */
export function nextReceiptCheck({ created_at }: { created_at: Date }, now: Date): Date | null {
  const ageMs = now.getTime() - created_at.getTime();
  return ageMs > receiptTimeoutMs ? null : new Date(now.getTime() + checkDelayMs(ageMs));
}

interface PaymentAmount {
  amount_kopecks: number;
  currency: string;
}

interface OwnPaymentFields extends PaymentAmount {
  id: string;
  provider_payment_id: string | null;
  is_test: boolean | null;
}

interface ProviderPaymentFields extends PaymentAmount {
  id: string;
  payment_id: string | null;
  is_test: boolean;
}

/** Names the fields in which the provider's response differs from our payment. */
export function mismatchedFields(own: OwnPaymentFields, reported: ProviderPaymentFields): string[] {
  const checks: [string, boolean][] = [
    ['id', own.provider_payment_id === null || own.provider_payment_id === reported.id],
    ['payment_id', reported.payment_id === own.id],
    ['amount', reported.amount_kopecks === own.amount_kopecks],
    ['currency', reported.currency === own.currency],
    ['test', own.is_test === null || own.is_test === reported.is_test],
  ];
  return checks.filter(([, isSame]) => !isSame).map(([name]) => name);
}

interface PaymentState {
  status: PaymentStatus;
  amount_kopecks: number;
}

interface RefundState extends PaymentState {
  reason: RefundReason;
}

/** State of the effect that a payment has or would have. */
export interface EffectStatus {
  is_needed: boolean;
  is_in_force: boolean;
  /** Set if the payment takes effect at a later time. */
  takes_effect_at: Date | null;
  /** The reason why the payment is no longer needed, if known. */
  reason: RefundReason | null;
}

/** The outcome shown to the payer. A full refund takes precedence over the payment. */
export function paymentOutcome(
  payment: PaymentState,
  refund: RefundState | undefined,
  effect: EffectStatus,
): { outcome: PaymentOutcome; reason: RefundReason | null } {
  if (payment.status === 'canceled') return { outcome: 'canceled', reason: effect.reason };
  if (payment.status === 'pending') {
    const outcome = effect.is_needed ? 'pending' : 'unneeded';
    return { outcome, reason: effect.is_needed ? null : effect.reason };
  }
  // A partial refund is a compensation and leaves the effect in place.
  if (refund && refund.amount_kopecks >= payment.amount_kopecks) {
    const outcome = refund.status === 'canceled' ? 'refund_failed' : 'refunded';
    return { outcome, reason: refund.reason };
  }
  if (effect.takes_effect_at) return { outcome: 'waiting', reason: null };
  return { outcome: effect.is_in_force ? 'in_force' : 'past', reason: null };
}
