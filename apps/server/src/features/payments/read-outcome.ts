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
): Promise<{ outcome: PaymentOutcome; reason: RefundReason | null }> {
  const standing = await effects[payment.kind].standing({ ...payment, user_id });
  return outcomeOf(payment, await findGivenBack(database, payment.id), standing);
}
