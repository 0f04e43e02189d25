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
  /** Null until a mail server has accepted or refused it. */
  sent_at: Date | null;
  /** The latest attempt did not arrive. */
  is_refused: boolean;
  /** Number of resends after such attempts. */
  repeats: number;
}

export interface OpenRound {
  started_at: Date;
  notified_at: Date | null;
  /** By number. */
  check_ins: readonly SentCheckIn[];
}

export interface WatchedOwner {
  frequency: CheckInFrequency;
  /** The protocol is active; no check-ins are sent. */
  is_paused: boolean;
  round: OpenRound | undefined;
}

/** `wait` without a time lasts until the next activity. `resend`: the mail job was lost, or the mail did not arrive. */
export type CheckInStep =
  | { kind: 'wait'; until: Date | null }
  | { kind: 'end_round' }
  | { kind: 'send'; number: number }
  | { kind: 'resend'; number: number }
  | { kind: 'notify_contacts' };

/**
 * The single step that is due now. Pauses count from when the previous mail was sent, so three mails
 * still take three weeks after a long downtime.
 */
export function nextStep(owner: WatchedOwner, seenAt: Date, now: Date): CheckInStep {
  const { round, frequency } = owner;
  if (round && seenAt >= round.started_at) return { kind: 'end_round' };
  if (frequency === 'disabled' || owner.is_paused) return { kind: 'wait', until: null };
  if (round) return nextStepOf(round, now);
  return stepAt(daysAfter(seenAt, checkIntervalDays[frequency]), now, { kind: 'send', number: 1 });
}

/** Without activity, the next step notifies the contacts. */
export function isLastStep(round: OpenRound | undefined): boolean {
  return (
    round?.notified_at === null &&
    round.check_ins.length >= checkInsPerRound &&
    findRepeatable(round.check_ins) === undefined
  );
}

/** From this many days after its contacts were notified, a round is checked only daily. */
const restingDays = 30;

/**
 * An open round is checked at every run, so that activity ends it soon. Without a round, activity can
 * only postpone the next step, so there is nothing to check before it is due.
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

/** A mail that did not arrive does not count as unanswered while it may be resent. */
function findRepeatable(check_ins: readonly SentCheckIn[]): SentCheckIn | undefined {
  const repeats = check_ins.reduce((sum, checkIn) => sum + checkIn.repeats, 0);
  return repeats < checkInRepeatsPerRound
    ? check_ins.find(({ is_refused }) => is_refused)
    : undefined;
}

/** A resent mail may be newer than mails with higher numbers. */
function lastSentAt(check_ins: readonly SentCheckIn[]): Date {
  return new Date(Math.max(...check_ins.map(({ sent_at }) => sent_at?.getTime() ?? 0)));
}

function stepAt(due: Date, now: Date, step: CheckInStep): CheckInStep {
  return due <= now ? step : { kind: 'wait', until: due };
}
