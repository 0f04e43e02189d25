import type { ActivationEnd } from '@zavet/contract/protocol/protocol-values';
import { releaseAt, releaseTimings } from '@zavet/contract/protocol/release-rules';
import { type ContactState, isConfirmedContact } from './activation-rules.ts';

const day = 24 * 60 * 60 * 1000;
const longPostponementMs = 7 * day;

interface Waiting {
  waiting_since: Date;
  release_at: Date;
  warned_at: Date;
}

export type Warning = 'daily' | 'last_day';

/**
 * The warning to the owner that is due: every day and on the last day, or halfway through a waiting
 * period of one day. A last warning in the future was dated by a fast clock and does not count.
 */
export function warningDue(waiting: Waiting, now: Date): Warning | undefined {
  const { waiting_since, release_at, warned_at } = waiting;
  const halfTime = (release_at.getTime() - waiting_since.getTime()) / 2;
  const lastDay = release_at.getTime() - Math.min(day, halfTime);
  const isInFuture = warned_at.getTime() - now.getTime() > releaseTimings.warning;
  const warned = isInFuture ? Number.NEGATIVE_INFINITY : warned_at.getTime();
  if (now.getTime() >= lastDay) return warned < lastDay ? 'last_day' : undefined;
  return now.getTime() - warned >= releaseTimings.warning ? 'daily' : undefined;
}

/**
 * True if the release time has passed. `earliest` is the earlier of two clocks, so that a release
 * is never early.
 */
export function isDue({ release_at }: { release_at: Date | null }, earliest: Date): boolean {
  return release_at !== null && release_at <= earliest;
}

/** A period in which the owner could not veto. */
interface Interruption {
  started_at: Date;
  ended_at: Date;
}

/**
 * The release time, at least a full day after every interruption that started before it. `interruptions`
 * are ordered by start; those before the waiting period change nothing, since it lasts a day or more.
 */
export function releaseAfterInterruptions(
  release_at: Date,
  interruptions: readonly Interruption[],
): Date {
  return interruptions.reduce((release, { started_at, ended_at }) => {
    if (started_at > release) return release;
    const earliest = ended_at.getTime() + releaseTimings.afterInterruption;
    return new Date(Math.max(release.getTime(), earliest));
  }, release_at);
}

type PostponedWaiting = Record<'waiting_since' | 'release_at', Date | null> & {
  waiting_hours: number | null;
  doubt_dismissed_at: Date | null;
};

/**
 * True if an interruption postponed the release. After a dismissed doubt always false: mails of its
 * own announce that postponement.
 */
export function isPostponed(activation: PostponedWaiting): boolean {
  return activation.doubt_dismissed_at === null && postponedMs(activation) > 0;
}

/** True if operators must be alerted. The length of postponements is not limited. */
export function isPostponedLong(activation: PostponedWaiting): boolean {
  return postponedMs(activation) > longPostponementMs;
}

function postponedMs({ waiting_since, waiting_hours, release_at }: PostponedWaiting): number {
  if (!waiting_since || !release_at || waiting_hours === null) return 0;
  return release_at.getTime() - releaseAt(waiting_since, waiting_hours).getTime();
}

interface ReleaseCircumstances {
  initiator_user_id: string | null;
  contactState: ContactState | undefined;
  hasSomethingToDeliver: boolean;
}

/**
 * Undefined if the letters may be released. The initiator must still be a confirmed contact; but a
 * payer who only closed the account does not hold back the owner's letters.
 */
export function reasonToCancel(found: ReleaseCircumstances): ActivationEnd | undefined {
  if (found.initiator_user_id !== null && !isConfirmedContact(found.contactState)) {
    return 'contact_removed';
  }
  return found.hasSomethingToDeliver ? undefined : 'nothing_to_deliver';
}
