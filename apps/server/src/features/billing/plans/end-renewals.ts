import type { Context } from '../../../context.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { deletePaymentMethod } from '../payments/index.ts';
import { amendPlan, lockPlan } from './plan-repository.ts';

/**
 * No renewal any more, and the card is forgotten: what is under way and not charged yet is not
 * charged. In a transaction that has locked the owner. False where there was neither.
 */
export async function endRenewals(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
): Promise<boolean> {
  const { auto_renewal } = await lockPlan(database, userId);
  const hadCard = await deletePaymentMethod(database, userId);
  if (!auto_renewal && !hadCard) return false;
  await amendPlan(database, userId, { auto_renewal: false });
  await recordSecurityEvent(database, userId, 'renewals_ended', systemActor, clock.now());
  return true;
}
