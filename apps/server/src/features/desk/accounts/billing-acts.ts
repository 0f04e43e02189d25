import { addYears, moscowDay } from '@zavet/contract/days';
import type { customPlanInput } from '@zavet/contract/desk/account-endpoints';
import {
  customPlanLimits,
  type RenewalEndReason,
  type RequestedRefundGround,
} from '@zavet/contract/desk/desk-values';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueRefund, lockPayment } from '../../billing/payments/index.ts';
import { endRenewals, giveCustomPlan } from '../../billing/plans/index.ts';
import { lockUser } from '../../identity/account/index.ts';
import { mailOwner } from '../../protocol/index.ts';
import { recordAct } from './account-acts.ts';
import { listWaitingActivationFees } from './account-desk-repository.ts';
import { accountChangedBySupport } from './account-mails.ts';

/** Replaces the current plan by one with the agreed storage, which never renews. */
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
    await recordAct(ctx, operator, 'custom_plan_granted', userId, { storage_mb, valid_until });
    await giveCustomPlan(ctx, userId, { limit_mb: storage_mb, valid_until });
    const at = clock.now().toISOString();
    const change = { kind: 'custom_plan', storage_mb, valid_until } as const;
    await mailOwner(ctx, userId, accountChangedBySupport, { user_id: userId, at, change });
  });
}

/** Stops charges after a reported death. Notifies every address, in case the report is wrong. */
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
    await recordAct(ctx, operator, 'renewals_ended', userId, { reason });
    const at = clock.now().toISOString();
    const change = { kind: 'renewals_ended' } as const;
    await mailOwner(ctx, userId, accountChangedBySupport, { user_id: userId, at, change });
  });
}

/** Refunds a payment in full, once. The payer is notified after the refund succeeds. */
export function refundOnRequest(
  ctx: Context,
  operator: Owner,
  userId: string,
  { payment_id, ground }: { payment_id: string; ground: RequestedRefundGround },
): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('not_found');
    const payment = await lockPayment(database, payment_id);
    if (payment?.user_id !== userId || payment.status !== 'succeeded') return fail('not_found');
    // After a refund, the letters would be released without payment.
    if ((await listWaitingActivationFees(database, [payment_id])).has(payment_id))
      fail('not_found');
    const amount_kopecks = await enqueueRefund(ctx, payment, 'requested');
    if (amount_kopecks === 0) fail('no_changes');
    await recordAct(ctx, operator, 'refunded_on_request', userId, {
      payment_id,
      amount_kopecks,
      ground,
    });
  });
}
