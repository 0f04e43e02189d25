import type { RenewalEndReason } from '@zavet/contract/desk/desk-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { endRenewals } from '../../billing/plans/index.ts';
import { lockUser } from '../../identity/account/index.ts';
import { renewalsEnded } from './emails/account-desk-mails.ts';
import { orderAtEveryAddress } from './emails/order-at-every-address.ts';
import { noteAct } from './note-act.ts';

/** Nobody who has died is charged. Should it be a mistake, the owner is told at every address. */
export function endRenewalsAfterDeath(
  ctx: Context,
  operator: Owner,
  userId: string,
  reason: RenewalEndReason,
): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('not_found');
    if (!(await endRenewals(ctx, userId))) fail('no_changes');
    await noteAct(ctx, operator, 'renewals_ended', userId, { reason });
    const at = clock.now().toISOString();
    await orderAtEveryAddress(ctx, renewalsEnded, { user_id: userId, at });
  });
}
