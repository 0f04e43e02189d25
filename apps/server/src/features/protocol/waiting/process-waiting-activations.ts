import { releaseTimings } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { readTimeSpan } from '../../../platform/clock.ts';
import { recordHeartbeat } from '../../../platform/downtime/heartbeat.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { listUnanswered } from '../agreement/agreement-repository.ts';
import { notifyUnanswered } from '../agreement/notify-unanswered.ts';
import { mailOwnerWithStop } from '../emails/owner-mail.ts';
import { activationWaits } from '../emails/waiting-mails.ts';
import { endRequestsOfDeparted } from '../requests/end-left-requests.ts';
import { lockWaiting } from './lock-waiting.ts';
import { postponeRelease } from './postpone-release.ts';
import { releaseActivation, reviewWaiting } from './release-activation.ts';
import {
  type DueRelease,
  findWaitingOf,
  listDueReleases,
  listToPostpone,
  listToWarn,
  markWarned,
} from './waiting-repository.ts';
import { warningDue } from './waiting-rules.ts';

export const reviewWaitingJob = jobName<{ owner_id: string }>('review-waiting');

/**
 * Puts off what an interruption has overtaken, releases letters whose waiting period is over, warns
 * the owners of the others, and notifies contacts whose question was not answered in time.
 */
export async function processWaitingActivations(ctx: Context, signal: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  const each = <Row extends { id: string }>(
    list: (after: Row | undefined, limit: number) => Promise<Row[]>,
    handle: (ctx: Context, id: string) => Promise<void>,
  ) =>
    forEachDue<Row>({
      list,
      handle: ({ id }) => handle(ctx, id),
      failed: ({ id }, err) =>
        ctx.log.error(
          { code: 'waiting_failed', activation_id: id, err },
          'an activation that waits failed',
        ),
      signal,
      // Only this job gives the sign: it attests that owners are warned before letters are released.
      heartbeat: () => recordHeartbeat(ctx),
    });
  await each((after, limit) => listToPostpone(database, after?.id, limit), postponeRelease);
  await each<DueRelease>(async (after, limit) => {
    const { earliest } = await readTimeSpan(ctx);
    return listDueReleases(database, earliest, after, limit);
  }, releaseActivation);
  await each((after, limit) => listToWarn(database, clock.now(), after?.id, limit), warnOwner);
  const askedBefore = new Date(clock.now().getTime() - releaseTimings.agreement);
  await each(
    (after, limit) => listUnanswered(database, askedBefore, after?.id, limit),
    notifyUnanswered,
  );
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
export async function reviewAfterDeparture(ctx: Context, ownerId: string): Promise<void> {
  const waiting = await findWaitingOf(ctx.database, ownerId);
  if (waiting) await reviewWaiting(ctx, waiting.id);
  await endRequestsOfDeparted(ctx, ownerId);
}
