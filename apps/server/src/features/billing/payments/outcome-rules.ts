import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import type { PaymentOutcome, RefundReason } from '@zavet/contract/billing/payment-values';

interface Paid {
  status: PaymentStatus;
  amount_kopecks: number;
}

interface GivenBack extends Paid {
  reason: RefundReason;
}

interface Standing {
  is_awaited: boolean;
  is_in_force: boolean;
  takes_effect_at: Date | null;
  reason: RefundReason | null;
}

/** What a payer is told. Money that went back says more than that it was paid. */
export function outcomeOf(
  payment: Paid,
  givenBack: GivenBack | undefined,
  standing: Standing,
): { outcome: PaymentOutcome; reason: RefundReason | null } {
  if (payment.status === 'canceled') return { outcome: 'canceled', reason: standing.reason };
  if (payment.status === 'pending') {
    const outcome = standing.is_awaited ? 'pending' : 'unneeded';
    return { outcome, reason: standing.is_awaited ? null : standing.reason };
  }
  // Less than all of it is a compensation, and leaves the rest as it is.
  if (givenBack && givenBack.amount_kopecks >= payment.amount_kopecks) {
    const outcome = givenBack.status === 'canceled' ? 'refund_failed' : 'refunded';
    return { outcome, reason: givenBack.reason };
  }
  if (standing.takes_effect_at) return { outcome: 'waiting', reason: null };
  return { outcome: standing.is_in_force ? 'in_force' : 'past', reason: null };
}
