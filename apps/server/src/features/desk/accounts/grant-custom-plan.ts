import { addYears, moscowDay } from '@zavet/contract/days';
import type { customPlanInput } from '@zavet/contract/desk/account-endpoints';
import { customPlanLimits } from '@zavet/contract/desk/desk-values';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { giveCustomPlan } from '../../billing/plans/index.ts';
import { lockUser } from '../../identity/account/index.ts';
import { orderAtEveryAddress } from './emails/order-at-every-address.ts';
import { customPlanGranted } from './emails/suspension-mails.ts';
import { noteAct } from './note-act.ts';

/** Gives the storage that was agreed with the support. It replaces the present plan and never renews. */
export function grantCustomPlan(
  ctx: Context,
  operator: Owner,
  userId: string,
  { storage_mb, valid_until }: z.output<typeof customPlanInput>,
): Promise<void> {
  const { database, clock } = ctx;
  const latest = moscowDay(addYears(clock.now(), customPlanLimits.maxYears));
  if (valid_until <= moscowDay(clock.now()) || valid_until > latest) {
    fail('invalid_input', { fields: { valid_until: 'date_invalid' } });
  }
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('not_found');
    await noteAct(ctx, operator, 'custom_plan_granted', userId, { storage_mb, valid_until });
    await giveCustomPlan(ctx, userId, { limit_mb: storage_mb, valid_until });
    const at = clock.now().toISOString();
    const facts = { user_id: userId, at, storage_mb, valid_until };
    await orderAtEveryAddress(ctx, customPlanGranted, facts);
  });
}
