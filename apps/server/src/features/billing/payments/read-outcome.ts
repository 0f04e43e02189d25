import type { PaymentOutcome, RefundReason } from '@zavet/contract/billing/payment-values';
import type { Context } from '../../../context.ts';
import { outcomeOf } from './outcome-rules.ts';
import { findGivenBack } from './payment-history-repository.ts';
import { paymentEffectsOf } from './payment-ports.ts';
import type { Payment } from './payment-repository.ts';

/** What became of an own payment, as it stands now. */
export async function readOutcome(
  ctx: Context,
  user_id: string,
  payment: Payment,
): Promise<{
  outcome: PaymentOutcome;
  reason: RefundReason | null;
  takes_effect_at: Date | null;
}> {
  const { database } = ctx;
  const standing = await paymentEffectsOf[payment.kind](ctx).standing({ ...payment, user_id });
  const found = outcomeOf(payment, await findGivenBack(database, payment.id), standing);
  const isWaiting = found.outcome === 'waiting';
  return {
    ...found,
    takes_effect_at: isWaiting ? (standing.takes_effect_at ?? null) : null,
  };
}
