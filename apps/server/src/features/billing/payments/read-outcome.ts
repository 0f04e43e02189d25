import type { PaymentOutcome, RefundReason } from '@zavet/contract/payments/payment-outcomes';
import { outcomeOf } from './outcome-rules.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findGivenBack } from './payment-history-repository.ts';
import type { Payment } from './payment-repository.ts';

/** What became of an own payment, as it stands now. */
export async function readOutcome(
  { database, effects }: PaymentDeps,
  user_id: string,
  payment: Payment,
): Promise<{
  outcome: PaymentOutcome;
  reason: RefundReason | null;
  takes_effect_at: string | null;
}> {
  const standing = await effects[payment.kind].standing({ ...payment, user_id });
  const found = outcomeOf(payment, await findGivenBack(database, payment.id), standing);
  const isWaiting = found.outcome === 'waiting';
  return {
    ...found,
    takes_effect_at: isWaiting ? (standing.takes_effect_at?.toISOString() ?? null) : null,
  };
}
