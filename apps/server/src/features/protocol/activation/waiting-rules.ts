import type { ActivationEnd } from '@zavet/contract/protocol/protocol-values';
import { releaseAt, releaseTimings } from '@zavet/contract/protocol/release-rules';
import { isConfirmedContact, type Standing } from './activation-rules.ts';

const day = 24 * 60 * 60 * 1000;
const putOffLong = 7 * day;

interface Waiting {
  waiting_since: Date;
  release_at: Date;
  warned_at: Date;
}

export type Warning = 'daily' | 'last_day';

/**
 * The owner is warned again every day, and in any case on the last one; of a waiting period of a day
 * at half time. A warning that lies ahead was written by a clock that ran ahead, and does not count.
 */
export function warningDue(waiting: Waiting, now: Date): Warning | undefined {
  const { waiting_since, release_at, warned_at } = waiting;
  const halfTime = (release_at.getTime() - waiting_since.getTime()) / 2;
  const lastDay = release_at.getTime() - Math.min(day, halfTime);
  const isFromAhead = warned_at.getTime() - now.getTime() > releaseTimings.warning;
  const warned = isFromAhead ? Number.NEGATIVE_INFINITY : warned_at.getTime();
  if (now.getTime() >= lastDay) return warned < lastDay ? 'last_day' : undefined;
  return now.getTime() - warned >= releaseTimings.warning ? 'daily' : undefined;
}

/** Never before its time, by the earliest time that anybody tells. */
export function isDue({ release_at }: { release_at: Date | null }, earliest: Date): boolean {
  return release_at !== null && release_at <= earliest;
}

/** A time in which the owner could not stop what waits. */
interface Interruption {
  began_at: Date;
  ended_at: Date;
}

/**
 * When letters leave that were to leave at `release_at`: not before the owner has had a full day
 * after every interruption that began while they waited. `interruptions` come in the order in which
 * they begin. One that was over before the waiting began changes nothing, as every waiting takes a
 * day or more.
 */
export function releaseAfterInterruptions(
  release_at: Date,
  interruptions: readonly Interruption[],
): Date {
  return interruptions.reduce((leaveAt, { began_at, ended_at }) => {
    if (began_at > leaveAt) return leaveAt;
    const earliest = ended_at.getTime() + releaseTimings.afterInterruption;
    return new Date(Math.max(leaveAt.getTime(), earliest));
  }, release_at);
}

type PutOff = Record<'waiting_since' | 'release_at', Date | null> & {
  waiting_hours: number | null;
  doubt_dismissed_at: Date | null;
};

/** An interruption put letters off; a dismissed doubt may do so as well, and has mails of its own. */
export function isPostponed(activation: PutOff): boolean {
  return activation.doubt_dismissed_at === null && postponedMs(activation) > 0;
}

/** Interruptions may put letters off without end, which is right; but somebody should know. */
export function isPostponedLong(activation: PutOff): boolean {
  return postponedMs(activation) > putOffLong;
}

function postponedMs({ waiting_since, waiting_hours, release_at }: PutOff): number {
  if (!waiting_since || !release_at || waiting_hours === null) return 0;
  return release_at.getTime() - releaseAt(waiting_since, waiting_hours).getTime();
}

/** What letters find when the waiting is over, or sooner. */
interface Found {
  initiator_user_id: string | null;
  standing: Standing | undefined;
  hasSomethingToDeliver: boolean;
}

/**
 * Why an activation that waits is called off. Who started it must still be the owner's contact;
 * but a person who only closed their account has paid, and the owner's letters do not depend on it.
 */
export function reasonToCancel(found: Found): ActivationEnd | undefined {
  if (found.initiator_user_id !== null && !isConfirmedContact(found.standing)) {
    return 'contact_removed';
  }
  return found.hasSomethingToDeliver ? undefined : 'nothing_to_deliver';
}
