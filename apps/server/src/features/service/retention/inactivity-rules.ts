import { addYears, type Day, daysAfter, moscowDay } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { mailLostAfterDays } from '@zavet/contract/timings';

export interface Warning {
  number: number;
  first_enqueued_at: Date;
  enqueued_at: Date;
  /** Null until a mail server has accepted or permanently refused the warning. */
  sent_at: Date | null;
}

export interface InactiveOwner {
  seen_at: Date;
  /**
   * True while a start is in progress, released letters can be read, the plan is paid, or the
   * account is suspended.
   */
  is_held: boolean;
  /** Sorted by number. */
  warnings: readonly Warning[];
}

export type InactivityStep =
  | { kind: 'wait' }
  /** Discards the warnings after activity or while the account is held. */
  | { kind: 'reset' }
  | { kind: 'warn'; number: number; removal_on: Day }
  /** The mail jobs of the latest warning were lost. */
  | { kind: 'repeat_warning'; number: number }
  | { kind: 'remove' };

export const warningPauseDays = retention.inactivityWarningDays / retention.inactivityWarnings;

const waitStep = { kind: 'wait' } as const;

/**
 * Returns the step that is due now. The pause between mails starts when the previous mail was sent,
 * so the pause keeps its full length even after downtime.
 */
export function nextInactivityStep(owner: InactiveOwner, now: Date): InactivityStep {
  const { seen_at, is_held, warnings } = owner;
  const [first] = warnings;
  const isDue = now >= firstWarningAt(seen_at) && !is_held;
  if (first && (!isDue || seen_at >= first.first_enqueued_at)) return { kind: 'reset' };
  if (!isDue) return waitStep;
  const latest = warnings.at(-1);
  if (!first || !latest) return warningStep(1, seen_at, now);
  const effective = effectiveAt(latest, now);
  if (!effective) {
    const isLost = now >= daysAfter(latest.enqueued_at, mailLostAfterDays);
    return isLost ? { kind: 'repeat_warning', number: latest.number } : waitStep;
  }
  if (now < daysAfter(effective, warningPauseDays)) return waitStep;
  if (latest.number < retention.inactivityWarnings)
    return warningStep(latest.number + 1, seen_at, now);
  const firstEffective = effectiveAt(first, now) ?? now;
  const isOver =
    now >= addYears(seen_at, retention.personalDataYears) &&
    now >= daysAfter(firstEffective, retention.inactivityWarningDays) &&
    warnings.length >= retention.inactivityWarnings;
  return isOver ? { kind: 'remove' } : waitStep;
}

/** Returns the time after which an active owner cannot be due, with a safety margin of a day. */
export function inactivityCutoff(now: Date): Date {
  const firstRemoval = daysAfter(now, retention.inactivityWarningDays + 1);
  return addYears(firstRemoval, -retention.personalDataYears);
}

function firstWarningAt(seenAt: Date): Date {
  const ends = addYears(seenAt, retention.personalDataYears);
  return daysAfter(ends, -retention.inactivityWarningDays);
}

/**
 * Returns the time from which the warning counts: when it was sent, or else when its retries ended.
 * Undefined before that.
 */
function effectiveAt({ sent_at, first_enqueued_at }: Warning, now: Date): Date | undefined {
  if (sent_at) return sent_at;
  const retriedUntil = daysAfter(first_enqueued_at, retention.warningTryDays);
  return retriedUntil <= now ? retriedUntil : undefined;
}

/** Computes the first day on which the account may be removed. */
function warningStep(number: number, seenAt: Date, now: Date): InactivityStep {
  const ends = addYears(seenAt, retention.personalDataYears);
  const warned = daysAfter(now, (retention.inactivityWarnings + 1 - number) * warningPauseDays);
  return { kind: 'warn', number, removal_on: moscowDay(warned > ends ? warned : ends) };
}
