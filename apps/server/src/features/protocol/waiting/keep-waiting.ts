import { releaseTimings } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { readTimeSpan } from '../../../platform/clock/time-span.ts';
import { giveSign } from '../../../platform/downtime/index.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { beforeEveryId } from '../../../platform/new-id.ts';
import { listUnanswered } from '../agreement/agreement-repository.ts';
import { notifyUnanswered } from '../agreement/notify-unanswered.ts';
import { mailOwnerWithStop } from '../emails/owner-mail.ts';
import { activationWaits } from '../emails/waiting-mails.ts';
import { endLeftRequests } from '../requests/end-left-requests.ts';
import { lockWaiting } from './lock-waiting.ts';
import { postponeRelease } from './postpone-release.ts';
import { releaseActivation, reviewWaiting } from './release-activation.ts';
import {
  findWaitingOf,
  listDueReleases,
  listToPostpone,
  listToWarn,
  markWarned,
} from './waiting-repository.ts';
import { warningDue } from './waiting-rules.ts';

export const keepWaitingJob = jobName<{ is_between?: boolean }>('watch-over-waiting');
export const reviewWaitingJob = jobName<{ owner_id: string }>('review-waiting');

const betweenSeconds = 30;

/** Twice a minute, because schedules know only whole ones: letters leave at most a minute late. */
export async function keepWaitingOften(
  ctx: Context,
  isBetween: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (!isBetween) {
    const options = { startAfterSeconds: betweenSeconds };
    await ctx.jobs.enqueue(keepWaitingJob, { is_between: true }, options);
  }
  await keepWaiting(ctx, signal);
}

const pageSize = 100;

/**
 * Puts off what an interruption has overtaken, releases letters whose waiting period is over, warns
 * the owners of the others, and notifies contacts whose question was not answered in time.
 */
export async function keepWaiting(ctx: Context, signal: AbortSignal): Promise<void> {
  await eachPage(ctx, signal, postponeRelease, (after) =>
    listToPostpone(ctx.database, after, pageSize),
  );
  await releaseDue(ctx, signal);
  await eachPage(ctx, signal, warnOwner, (after) =>
    listToWarn(ctx.database, ctx.clock.now(), after, pageSize),
  );
  const askedBefore = new Date(ctx.clock.now().getTime() - releaseTimings.agreement);
  await eachPage(ctx, signal, notifyUnanswered, (after) =>
    listUnanswered(ctx.database, askedBefore, after, pageSize),
  );
}

async function releaseDue(ctx: Context, signal: AbortSignal): Promise<void> {
  await giveSign(ctx);
  const { earliest } = await readTimeSpan(ctx);
  for (const id of await listDueReleases(ctx.database, earliest, pageSize)) {
    signal.throwIfAborted();
    await withoutHoldingUpOthers(ctx, id, () => releaseActivation(ctx, id));
  }
}

/** Page by page. A run that takes long is none of a worker that is away. */
async function eachPage(
  ctx: Context,
  signal: AbortSignal,
  work: (ctx: Context, id: string) => Promise<void>,
  list: (after: string) => Promise<string[]>,
): Promise<void> {
  for (let after: string | undefined = beforeEveryId; after !== undefined; ) {
    await giveSign(ctx);
    const ids: string[] = await list(after);
    for (const id of ids) {
      signal.throwIfAborted();
      await withoutHoldingUpOthers(ctx, id, () => work(ctx, id));
    }
    after = ids.at(-1);
  }
}

/** One owner's damaged record must not keep the letters of all others. */
async function withoutHoldingUpOthers(
  { log }: Context,
  activation_id: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ code: 'waiting_failed', activation_id, err }, 'an activation that waits failed');
  }
}

async function warnOwner(ctx: Context, id: string): Promise<void> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    const locked = await lockWaiting(ctx, id);
    if (!locked) return;
    const { activation } = locked;
    const now = clock.now();
    const { release_at, waiting_since } = activation;
    const warned_at = activation.warned_at ?? waiting_since;
    const warning = warningDue({ waiting_since, release_at, warned_at }, now);
    if (!warning || !(await markWarned(database, activation, now))) return;
    const ids = { activation_id: id, warning };
    await mailOwnerWithStop(ctx, activation.deceased_user_id, activationWaits, ids);
  });
}

/** What a contact who leaves had begun and is paid for, or asked the operators for, is looked at once more. */
export async function reviewWaitingOf(ctx: Context, ownerId: string): Promise<void> {
  const waiting = await findWaitingOf(ctx.database, ownerId);
  if (waiting) await reviewWaiting(ctx, waiting.id);
  await endLeftRequests(ctx, ownerId);
}
