import { addDays, moscowDay } from '@zavet/contract/days';
import { bytesPerMb, toMb } from '@zavet/contract/vault/file-rules';
import type { Context } from '../../../context.ts';
import { lowestId } from '../../../platform/ids.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { filesAboveLimit } from '../../vault/instructions/index.ts';
import { lockStorage } from '../../vault/storage/index.ts';
import { contactsUntold } from './emails/lapse-mails.ts';
import { filesRemovalSoon, filesRemoved } from './emails/plan-mails.ts';
import { firstWarningDays, type GraceStep, graceStep, lastWarningDays } from './grace-rules.ts';
import { amendPlan, listGraces, lockPlan, type OwnerPlan } from './plan-repository.ts';
import { freePlan } from './plan-rules.ts';
import { type FactsOfRemoval, readRemovalFacts } from './read-removal-facts.ts';
import { tellContacts } from './tell-contacts.ts';
import { deleteTellings } from './telling-repository.ts';

/** Warns about files above the limit, and removes the newest ones when nothing speaks against it. */
export async function endGraces(ctx: Context, signal?: AbortSignal): Promise<void> {
  const until = addDays(moscowDay(ctx.clock.now()), firstWarningDays);
  await forEachDue<string>({
    list: (after, limit) => listGraces(ctx.database, until, after ?? lowestId, limit),
    handle: (userId) => endGrace(ctx, userId),
    failed: (user_id, err) =>
      ctx.log.error({ code: 'grace_not_ended', user_id, err }, 'a grace period could not be ended'),
    signal,
  });
}

function endGrace(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const plan = await lockPlan(database, userId);
    if (!plan.grace_until) return;
    const { used_bytes } = await lockStorage(database, userId);
    const over = used_bytes - plan.limit_mb * bytesPerMb;
    const today = moscowDay(clock.now());
    if (over > 0) return treatExcess(ctx, userId, plan, over);
    // Everything fits: when the time is up, nothing has to be said.
    if (plan.grace_until <= today) await endWithoutLoss(ctx, userId);
  });
}

async function endWithoutLoss({ database }: Context, userId: string): Promise<void> {
  await amendPlan(database, userId, freePlan);
  await deleteTellings(database, userId);
}

async function treatExcess(
  ctx: Context,
  userId: string,
  plan: OwnerPlan,
  over: number,
): Promise<void> {
  const facts = await readRemovalFacts(ctx, userId, plan);
  const next = graceStep(plan, facts, moscowDay(ctx.clock.now()));
  switch (next.step) {
    case 'none':
      return;
    case 'warn':
      return warn(ctx, userId, plan, facts, over, next);
    case 'prolong':
      return prolong(ctx, userId, next);
    case 'remove':
      return remove(ctx, userId, plan);
  }
}

async function warn(
  ctx: Context,
  userId: string,
  plan: OwnerPlan,
  facts: FactsOfRemoval,
  over: number,
  { warned: grace_warned, grace_until }: GraceStep & { step: 'warn' },
): Promise<void> {
  await amendPlan(ctx.database, userId, { grace_warned, grace_until, grace_notified_on: null });
  await enqueueMail(ctx, filesRemovalSoon, {
    user_id: userId,
    files_removed_on: grace_until,
    over_mb: toMb(over),
    is_last: grace_warned === lastWarningDays,
  });
  await tellContacts(ctx, userId, { ...plan, grace_warned, grace_until }, facts.contacts);
}

async function prolong(
  ctx: Context,
  userId: string,
  { reason, grace_until, grace_untold_since }: GraceStep & { step: 'prolong' },
): Promise<void> {
  const { database, log } = ctx;
  await amendPlan(database, userId, {
    grace_until,
    grace_untold_since,
    grace_warned: null,
    grace_notified_on: null,
    grace_refused_on: null,
  });
  if (reason === 'contacts_untold') {
    await enqueueMail(ctx, contactsUntold, { user_id: userId, files_removed_on: grace_until });
  }
  log.info({ code: 'files_kept_longer', user_id: userId, reason }, 'files above the limit stay');
}

async function remove(ctx: Context, userId: string, plan: OwnerPlan): Promise<void> {
  const { database, log } = ctx;
  const removed = await filesAboveLimit(ctx).removeNewest(userId, plan.limit_mb * bytesPerMb);
  await amendPlan(database, userId, freePlan);
  await deleteTellings(database, userId);
  if (removed.files > 0) await enqueueMail(ctx, filesRemoved, { user_id: userId, ...removed });
  log.info(
    { code: 'files_above_limit_removed', user_id: userId, files: removed.files },
    'files above the limit removed',
  );
}
