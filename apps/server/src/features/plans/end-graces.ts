import { addDays, moscowDay } from '@zavet/contract/days';
import { bytesPerMb, toMb } from '@zavet/contract/storage/storage-rules';
import { orderMail } from '../../platform/mail/order-mail.ts';
import { lockUser } from '../account/public.ts';
import { hasOpenPurchase } from '../payments/public.ts';
import { lockStorage } from '../storage/public.ts';
import { filesRemovalSoon, filesRemoved } from './emails/plan-mails.ts';
import { firstWarningDays, graceStep, lastWarningDays } from './grace-rules.ts';
import type { PlanDeps } from './plan-deps.ts';
import { amendPlan, listGraces, lockPlan, type OwnerPlan } from './plan-repository.ts';
import { freePlan } from './plan-rules.ts';

/** Warns owners whose files are above the limit, and removes the newest ones when the time is up. */
export async function endGraces(deps: PlanDeps): Promise<void> {
  const { database, clock, log } = deps;
  const until = addDays(moscowDay(clock.now()), firstWarningDays);
  for (const userId of await listGraces(database, until)) {
    await endGrace(deps, userId).catch((error) =>
      log.error(
        { code: 'grace_not_ended', err: error, user_id: userId },
        'a grace period could not be ended',
      ),
    );
  }
}

function endGrace(deps: PlanDeps, userId: string): Promise<void> {
  const { database, clock } = deps;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const plan = await lockPlan(database, userId);
    if (!plan.grace_until) return;
    const { used_bytes } = await lockStorage(database, userId);
    const over = used_bytes - plan.limit_mb * bytesPerMb;
    const today = moscowDay(clock.now());
    if (over > 0) return treatExcess(deps, userId, plan, over);
    // Everything fits: when the time is up, nothing has to be said.
    if (plan.grace_until <= today) await amendPlan(database, userId, freePlan);
  });
}

async function treatExcess(
  deps: PlanDeps,
  userId: string,
  plan: OwnerPlan,
  over: number,
): Promise<void> {
  const { database, clock, log } = deps;
  const next = graceStep(plan, moscowDay(clock.now()));
  if (next.step === 'warn') {
    const { warned: grace_warned, grace_until } = next;
    await amendPlan(database, userId, { grace_warned, grace_until, grace_notified_on: null });
    await orderMail(deps, filesRemovalSoon, {
      user_id: userId,
      files_removed_on: grace_until,
      over_mb: toMb(over),
      is_last: grace_warned === lastWarningDays,
    });
  }
  if (next.step === 'remove' && !(await isBeingPaid(deps, userId, plan))) {
    const removed = await deps.files.removeNewest(userId, plan.limit_mb * bytesPerMb);
    await amendPlan(database, userId, freePlan);
    if (removed.files > 0) await orderMail(deps, filesRemoved, { user_id: userId, ...removed });
    log.info(
      { code: 'files_above_limit_removed', user_id: userId, files: removed.files },
      'files above the limit removed',
    );
  }
}

const payingTakesMs = 24 * 60 * 60 * 1000;

/** Money may be on its way at this very moment; files can still go an hour later. */
function isBeingPaid(
  { database, clock }: PlanDeps,
  userId: string,
  { version }: OwnerPlan,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - payingTakesMs);
  return hasOpenPurchase(database, userId, version, since);
}
