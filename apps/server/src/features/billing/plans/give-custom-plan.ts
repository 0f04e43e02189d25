import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { endPeriodsOn } from './period-repository.ts';
import { changePlan, lockPlan } from './plan-repository.ts';
import { freePlan } from './plan-rules.ts';
import { settleLapse } from './settle-lapse.ts';

/**
 * Replaces the plan by one that was agreed with the support: paid for elsewhere, never renewed, over
 * on `valid_until`. In a transaction that has locked the owner.
 */
export async function giveCustomPlan(
  ctx: Pick<Context, 'database' | 'clock' | 'jobs'>,
  userId: string,
  { limit_mb, valid_until }: { limit_mb: number; valid_until: Day },
): Promise<void> {
  const { database, clock } = ctx;
  const today = moscowDay(clock.now());
  const { version } = await lockPlan(database, userId);
  const plan = { ...freePlan, plan: 'custom', limit_mb, period_from: today, valid_until } as const;
  await changePlan(database, userId, plan);
  await endPeriodsOn(database, userId, today);
  await recordSecurityEvent(database, userId, 'plan_changed', systemActor, clock.now());
  const settled = { owner_id: userId, basis: version, payment_id: null, contact_id: null };
  await settleLapse(ctx, settled);
}
