import { daysAfter } from '@zavet/contract/days';
import {
  type CheckInFrequency,
  checkInPauseDays,
  checkInRepeatsPerRound,
  checkInsPerRound,
  checkIntervalDays,
} from '@zavet/contract/protocol/check-in-values';
import { mailLostAfterDays } from '@zavet/contract/timings';

export interface SentCheckIn {
  number: number;
  enqueued_at: Date;
  /** When a mail server accepted or permanently refused the mail; null before. */
  sent_at: Date | null;
  /** The latest attempt did not arrive. */
  is_refused: boolean;
  /** Number of resends after such attempts. */
  repeats: number;
}

export interface OpenRound {
  started_at: Date;
  notified_at: Date | null;
  /** Sorted by number. */
  check_ins: readonly SentCheckIn[];
}

export interface WatchedOwner {
  frequency: CheckInFrequency;
  /** An activation is in its waiting period or in effect, so no check-ins are sent. */
  is_paused: boolean;
  round: OpenRound | undefined;
}

/**
 * `wait` with `until: null`: no step has a due time. `resend`: the mail job was lost, or the mail
 * did not arrive.
 */
export type CheckInStep =
  | { kind: 'wait'; until: Date | null }
  | { kind: 'end_round' }
  | { kind: 'send'; number: number }
  | { kind: 'resend'; number: number }
  | { kind: 'notify_contacts' };

/**
 * The step that is due now. Pauses count from the sending of the previous mail, so three mails take
 * three weeks even after a long downtime.
 */
export function nextStep(owner: WatchedOwner, seenAt: Date, now: Date): CheckInStep {
  const { round, frequency } = owner;
  if (round && seenAt >= round.started_at) return { kind: 'end_round' };
  if (frequency === 'disabled' || owner.is_paused) return { kind: 'wait', until: null };
  if (round) return nextStepOf(round, now);
  return stepAt(daysAfter(seenAt, checkIntervalDays[frequency]), now, { kind: 'send', number: 1 });
}

/** True if the next step notifies the contacts, unless the owner becomes active before. */
export function isLastStep(round: OpenRound | undefined): boolean {
  return (
    round?.notified_at === null &&
    round.check_ins.length >= checkInsPerRound &&
    findRepeatable(round.check_ins) === undefined
  );
}

/** Days after the contacts were notified from which a round is checked only daily. */
const restingDays = 30;

/**
 * The time of the next check. An open round is checked at every run, so that activity ends it soon.
 * Without a round, activity can only postpone the next step, so no check is needed before that step
 * is due.
 */
export function nextCheckAt(
  step: CheckInStep,
  round: Pick<OpenRound, 'notified_at'> | undefined,
  now: Date,
): Date {
  const tomorrow = daysAfter(now, 1);
  if (round?.notified_at && daysAfter(round.notified_at, restingDays) <= now) return tomorrow;
  if (step.kind !== 'wait' || round) return now;
  return step.until ?? tomorrow;
}

function nextStepOf({ notified_at, check_ins }: OpenRound, now: Date): CheckInStep {
  if (check_ins.length === 0) return { kind: 'send', number: 1 };
  if (notified_at) return { kind: 'wait', until: null };
  const unsent = check_ins.find(({ sent_at }) => sent_at === null);
  if (unsent) {
    const { enqueued_at, number } = unsent;
    return stepAt(daysAfter(enqueued_at, mailLostAfterDays), now, { kind: 'resend', number });
  }
  return stepAt(daysAfter(lastSentAt(check_ins), checkInPauseDays), now, nextMail(check_ins));
}

function nextMail(check_ins: readonly SentCheckIn[]): CheckInStep {
  const repeatable = findRepeatable(check_ins);
  if (repeatable) return { kind: 'resend', number: repeatable.number };
  const number = check_ins.length + 1;
  return number <= checkInsPerRound ? { kind: 'send', number } : { kind: 'notify_contacts' };
}

/** A mail that did not arrive and may be resent; until then it does not count as unanswered. */
function findRepeatable(check_ins: readonly SentCheckIn[]): SentCheckIn | undefined {
  const repeats = check_ins.reduce((sum, checkIn) => sum + checkIn.repeats, 0);
  return repeats < checkInRepeatsPerRound
    ? check_ins.find(({ is_refused }) => is_refused)
    : undefined;
}

/** The latest sending time. A resent mail may be newer than mails with higher numbers. */
function lastSentAt(check_ins: readonly SentCheckIn[]): Date {
  return new Date(Math.max(...check_ins.map(({ sent_at }) => sent_at?.getTime() ?? 0)));
}

function stepAt(due: Date, now: Date, step: CheckInStep): CheckInStep {
  return due <= now ? step : { kind: 'wait', until: due };
}
