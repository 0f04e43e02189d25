import { addYears, type Day, daysAfter, moscowDay } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { mailLostAfterDays } from '@zavet/contract/timings';

export interface Warning {
  number: number;
  first_ordered_at: Date;
  ordered_at: Date;
  /** Null while no mail server has taken or refused it. */
  sent_at: Date | null;
}

export interface InactiveOwner {
  seen_at: Date;
  /** A start is under way, what was handed over can still be read, or the plan is paid for. */
  is_held: boolean;
  /** By number. */
  warnings: readonly Warning[];
}

export type InactivityStep =
  | { kind: 'wait' }
  /** The owner was there, or something holds the account: warnings count no longer. */
  | { kind: 'start_over' }
  | { kind: 'warn'; number: number; removal_on: Day }
  /** The order of the mails was lost. */
  | { kind: 'warn_again'; number: number }
  | { kind: 'remove' };

/** Between a warning and what follows it. */
export const warningPauseDays = retention.inactivityWarningDays / retention.inactivityWarnings;

const wait = { kind: 'wait' } as const;

/**
 * What is to be done about an account that nobody comes to. At most one step at a time, and every
 * step counts from when the mail before it really left: after a standstill the warnings still take
 * all their days. The account goes at the end of its years, never sooner.
 */
export function nextInactivityStep(owner: InactiveOwner, now: Date): InactivityStep {
  const { seen_at, is_held, warnings } = owner;
  const [first] = warnings;
  const isDue = now >= warnFrom(seen_at) && !is_held;
  if (first && (!isDue || seen_at >= first.first_ordered_at)) return { kind: 'start_over' };
  if (!isDue) return wait;
  const latest = warnings.at(-1);
  if (!first || !latest) return warn(1, seen_at, now);
  const given = givenAt(latest, now);
  if (!given) {
    const isLost = now >= daysAfter(latest.ordered_at, mailLostAfterDays);
    return isLost ? { kind: 'warn_again', number: latest.number } : wait;
  }
  if (now < daysAfter(given, warningPauseDays)) return wait;
  if (latest.number < retention.inactivityWarnings) return warn(latest.number + 1, seen_at, now);
  const firstGiven = givenAt(first, now) ?? now;
  const isOver =
    now >= addYears(seen_at, retention.personalDataYears) &&
    now >= daysAfter(firstGiven, retention.inactivityWarningDays) &&
    warnings.length >= retention.inactivityWarnings;
  return isOver ? { kind: 'remove' } : wait;
}

/** Signs of life from before this moment make an account one to look at, a day too many included. */
export function inactiveBefore(now: Date): Date {
  const ahead = daysAfter(now, retention.inactivityWarningDays + 1);
  return addYears(ahead, -retention.personalDataYears);
}

function warnFrom(seenAt: Date): Date {
  const ends = addYears(seenAt, retention.personalDataYears);
  return daysAfter(ends, -retention.inactivityWarningDays);
}

/** When a warning counts as given: taken, refused permanently, or tried for its time. */
function givenAt({ sent_at, first_ordered_at }: Warning, now: Date): Date | undefined {
  if (sent_at) return sent_at;
  const tried = daysAfter(first_ordered_at, retention.warningTryDays);
  return tried <= now ? tried : undefined;
}

/** The first day on which the account may go, should everything go its way from here. */
function warn(number: number, seenAt: Date, now: Date): InactivityStep {
  const ends = addYears(seenAt, retention.personalDataYears);
  const left = daysAfter(now, (retention.inactivityWarnings + 1 - number) * warningPauseDays);
  return { kind: 'warn', number, removal_on: moscowDay(left > ends ? left : ends) };
}
