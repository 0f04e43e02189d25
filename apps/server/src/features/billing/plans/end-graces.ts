import { addDays, moscowDay } from '@zavet/contract/days';
import { bytesPerMb, toMb } from '@zavet/contract/storage/storage-rules';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { beforeEveryId } from '../../../platform/new-id.ts';
import { lockUser } from '../../identity/account/index.ts';
import { lockStorage } from '../../vault/storage/index.ts';
import { contactsUntold } from './emails/lapse-mails.ts';
import { filesRemovalSoon, filesRemoved } from './emails/plan-mails.ts';
import { firstWarningDays, type GraceStep, graceStep, lastWarningDays } from './grace-rules.ts';
import type { PlanDeps } from './plan-deps.ts';
import { amendPlan, listGraces, lockPlan, type OwnerPlan } from './plan-repository.ts';
import { freePlan } from './plan-rules.ts';
import { type FactsOfRemoval, readRemovalFacts } from './read-removal-facts.ts';
import { tellContacts } from './tell-contacts.ts';
import { deleteTellings } from './telling-repository.ts';

const ownersAtOnce = 500;

/** Warns about files above the limit, and removes the newest ones when nothing speaks against it. */
export async function endGraces(deps: PlanDeps): Promise<void> {
  const { database, clock } = deps;
  const until = addDays(moscowDay(clock.now()), firstWarningDays);
  let after = beforeEveryId;
  for (;;) {
    const owners = await listGraces(database, until, after, ownersAtOnce);
    for (const userId of owners) await endGraceOrLog(deps, userId);
    const last = owners.at(-1);
    if (!last || owners.length < ownersAtOnce) return;
    after = last;
  }
}

/** One owner's trouble must not keep the others waiting; it comes round again. */
function endGraceOrLog(deps: PlanDeps, userId: string): Promise<void> {
  return endGrace(deps, userId).catch((error) =>
    deps.log.error(
      { code: 'grace_not_ended', err: error, user_id: userId },
      'a grace period could not be ended',
    ),
  );
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
    if (plan.grace_until <= today) await endWithoutLoss(deps, userId);
  });
}

async function endWithoutLoss({ database }: PlanDeps, userId: string): Promise<void> {
  await amendPlan(database, userId, freePlan);
  await deleteTellings(database, userId);
}

async function treatExcess(
  deps: PlanDeps,
  userId: string,
  plan: OwnerPlan,
  over: number,
): Promise<void> {
  const facts = await readRemovalFacts(deps, userId, plan);
  const next = graceStep(plan, facts, moscowDay(deps.clock.now()));
  switch (next.step) {
    case 'none':
      return;
    case 'warn':
      return warn(deps, userId, plan, facts, over, next);
    case 'prolong':
      return prolong(deps, userId, next);
    case 'remove':
      return remove(deps, userId, plan);
  }
}

async function warn(
  deps: PlanDeps,
  userId: string,
  plan: OwnerPlan,
  facts: FactsOfRemoval,
  over: number,
  { warned: grace_warned, grace_until }: GraceStep & { step: 'warn' },
): Promise<void> {
  await amendPlan(deps.database, userId, { grace_warned, grace_until, grace_notified_on: null });
  await orderMail(deps, filesRemovalSoon, {
    user_id: userId,
    files_removed_on: grace_until,
    over_mb: toMb(over),
    is_last: grace_warned === lastWarningDays,
  });
  await tellContacts(deps, userId, { ...plan, grace_warned, grace_until }, facts.contacts);
}

async function prolong(
  deps: PlanDeps,
  userId: string,
  { reason, grace_until, grace_untold_since }: GraceStep & { step: 'prolong' },
): Promise<void> {
  const { database, log } = deps;
  await amendPlan(database, userId, {
    grace_until,
    grace_untold_since,
    grace_warned: null,
    grace_notified_on: null,
    grace_refused_on: null,
  });
  if (reason === 'contacts_untold') {
    await orderMail(deps, contactsUntold, { user_id: userId, files_removed_on: grace_until });
  }
  log.info({ code: 'files_kept_longer', user_id: userId, reason }, 'files above the limit stay');
}

async function remove(deps: PlanDeps, userId: string, plan: OwnerPlan): Promise<void> {
  const { database, log } = deps;
  const removed = await deps.files.removeNewest(userId, plan.limit_mb * bytesPerMb);
  await amendPlan(database, userId, freePlan);
  await deleteTellings(database, userId);
  if (removed.files > 0) await orderMail(deps, filesRemoved, { user_id: userId, ...removed });
  log.info(
    { code: 'files_above_limit_removed', user_id: userId, files: removed.files },
    'files above the limit removed',
  );
}
