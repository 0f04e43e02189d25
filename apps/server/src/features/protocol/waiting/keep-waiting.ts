import { releaseTimings } from '@zavet/contract/protocol/release-rules';
import { readTimeSpan } from '../../../platform/clock/time-span.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { beforeEveryId } from '../../../platform/new-id.ts';
import { giveSign } from '../../../platform/downtime/index.ts';
import { listUnanswered } from '../agreement/agreement-repository.ts';
import { notifyUnanswered } from '../agreement/notify-unanswered.ts';
import { mailOwnerWithStop } from '../emails/owner-mail.ts';
import { activationWaits } from '../emails/waiting-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
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
  deps: ProtocolDeps,
  isBetween: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (!isBetween) {
    const options = { startAfterSeconds: betweenSeconds };
    await deps.jobs.enqueue(keepWaitingJob, { is_between: true }, options);
  }
  await keepWaiting(deps, signal);
}

const pageSize = 100;

/**
 * Puts off what an interruption has overtaken, releases letters whose waiting period is over, warns
 * the owners of the others, and notifies contacts whose question was not answered in time.
 */
export async function keepWaiting(deps: ProtocolDeps, signal: AbortSignal): Promise<void> {
  await eachPage(deps, signal, postponeRelease, (after) =>
    listToPostpone(deps.database, after, pageSize),
  );
  await releaseDue(deps, signal);
  await eachPage(deps, signal, warnOwner, (after) =>
    listToWarn(deps.database, deps.clock.now(), after, pageSize),
  );
  const askedBefore = new Date(deps.clock.now().getTime() - releaseTimings.agreement);
  await eachPage(deps, signal, notifyUnanswered, (after) =>
    listUnanswered(deps.database, askedBefore, after, pageSize),
  );
}

async function releaseDue(deps: ProtocolDeps, signal: AbortSignal): Promise<void> {
  await giveSign(deps);
  const { earliest } = await readTimeSpan(deps);
  for (const id of await listDueReleases(deps.database, earliest, pageSize)) {
    signal.throwIfAborted();
    await withoutHoldingUpOthers(deps, id, () => releaseActivation(deps, id));
  }
}

/** Page by page. A run that takes long is none of a worker that is away. */
async function eachPage(
  deps: ProtocolDeps,
  signal: AbortSignal,
  work: (deps: ProtocolDeps, id: string) => Promise<void>,
  list: (after: string) => Promise<string[]>,
): Promise<void> {
  for (let after: string | undefined = beforeEveryId; after !== undefined; ) {
    await giveSign(deps);
    const ids: string[] = await list(after);
    for (const id of ids) {
      signal.throwIfAborted();
      await withoutHoldingUpOthers(deps, id, () => work(deps, id));
    }
    after = ids.at(-1);
  }
}

/** One owner's damaged record must not keep the letters of all others. */
async function withoutHoldingUpOthers(
  { log }: ProtocolDeps,
  activation_id: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ code: 'waiting_failed', activation_id, err }, 'an activation that waits failed');
  }
}

async function warnOwner(deps: ProtocolDeps, id: string): Promise<void> {
  const { database, clock } = deps;
  await database.transaction(async () => {
    const locked = await lockWaiting(deps, id);
    if (!locked) return;
    const { activation } = locked;
    const now = clock.now();
    const { release_at, waiting_since } = activation;
    const warned_at = activation.warned_at ?? waiting_since;
    const warning = warningDue({ waiting_since, release_at, warned_at }, now);
    if (!warning || !(await markWarned(database, activation, now))) return;
    const ids = { activation_id: id, warning };
    await mailOwnerWithStop(deps, activation.deceased_user_id, activationWaits, ids);
  });
}

/** What a contact who leaves had begun and is paid for, or asked the operators for, is looked at once more. */
export async function reviewWaitingOf(deps: ProtocolDeps, ownerId: string): Promise<void> {
  const waiting = await findWaitingOf(deps.database, ownerId);
  if (waiting) await reviewWaiting(deps, waiting.id);
  await endLeftRequests(deps, ownerId);
}
