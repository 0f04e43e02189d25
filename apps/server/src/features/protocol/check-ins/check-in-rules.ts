import { daysAfter } from '@zavet/contract/days';
import {
  checkInPauseDays,
  checkInRepeatsPerRound,
  checkInsPerRound,
  checkIntervalDays,
  type PresenceFrequency,
} from '@zavet/contract/protocol/check-in-values';
import { mailLostAfterDays } from '@zavet/contract/timings';

export interface SentCheckIn {
  number: number;
  ordered_at: Date;
  /** Null while no mail server has taken or refused it. */
  sent_at: Date | null;
  /** The last try is known not to have arrived. */
  is_refused: boolean;
  /** How often it was sent again for that. */
  repeats: number;
}

export interface OpenRound {
  started_at: Date;
  told_at: Date | null;
  /** By number. */
  check_ins: readonly SentCheckIn[];
}

export interface WatchedOwner {
  frequency: PresenceFrequency;
  /** The protocol is active: nobody is asked any more. */
  is_paused: boolean;
  round: OpenRound | undefined;
}

/** `wait`: nothing to do before then, or before a sign of life where there is no time. */
export type CheckInStep =
  | { kind: 'wait'; until: Date | null }
  | { kind: 'end_round' }
  | { kind: 'ask'; number: number }
  /** The order of a mail was lost, or the mail did not arrive. */
  | { kind: 'ask_again'; number: number }
  | { kind: 'tell_contacts' };

/**
 * What is to be done for an owner now. At most one step at a time, and every step counts from when
 * the mail before it really left: after a long standstill three mails still take three weeks.
 */
export function nextStep(owner: WatchedOwner, seenAt: Date, now: Date): CheckInStep {
  const { round, frequency } = owner;
  if (round && seenAt >= round.started_at) return { kind: 'end_round' };
  if (frequency === 'disabled' || owner.is_paused) return { kind: 'wait', until: null };
  if (round) return nextStepOf(round, now);
  return at(daysAfter(seenAt, checkIntervalDays[frequency]), now, { kind: 'ask', number: 1 });
}

/** Whether the next step, should the owner stay silent, is that the contacts are told. */
export function isLastStep(round: OpenRound | undefined): boolean {
  return (
    round?.told_at === null &&
    round.check_ins.length >= checkInsPerRound &&
    findRepeatable(round.check_ins) === undefined
  );
}

/** So long after the contacts were told, a round is looked at once a day. */
const toldLongAgoDays = 30;

/**
 * When to look again. A sign of life should end a round soon. Without a round it only puts off what is
 * due, so nobody is looked at before.
 */
export function lookAgainAt(
  step: CheckInStep,
  round: Pick<OpenRound, 'told_at'> | undefined,
  now: Date,
): Date {
  const tomorrow = daysAfter(now, 1);
  if (round?.told_at && daysAfter(round.told_at, toldLongAgoDays) <= now) return tomorrow;
  if (step.kind !== 'wait' || round) return now;
  return step.until ?? tomorrow;
}

function nextStepOf({ told_at, check_ins }: OpenRound, now: Date): CheckInStep {
  if (check_ins.length === 0) return { kind: 'ask', number: 1 };
  if (told_at) return { kind: 'wait', until: null };
  const unsent = check_ins.find(({ sent_at }) => sent_at === null);
  if (unsent) {
    const { ordered_at, number } = unsent;
    return at(daysAfter(ordered_at, mailLostAfterDays), now, { kind: 'ask_again', number });
  }
  return at(daysAfter(lastSentAt(check_ins), checkInPauseDays), now, nextMail(check_ins));
}

function nextMail(check_ins: readonly SentCheckIn[]): CheckInStep {
  const repeatable = findRepeatable(check_ins);
  if (repeatable) return { kind: 'ask_again', number: repeatable.number };
  const number = check_ins.length + 1;
  return number <= checkInsPerRound ? { kind: 'ask', number } : { kind: 'tell_contacts' };
}

/** A mail that did not arrive is no question without an answer, for as long as it may be sent again. */
function findRepeatable(check_ins: readonly SentCheckIn[]): SentCheckIn | undefined {
  const repeats = check_ins.reduce((sum, one) => sum + one.repeats, 0);
  return repeats < checkInRepeatsPerRound
    ? check_ins.find(({ is_refused }) => is_refused)
    : undefined;
}

/** A mail that is sent again may be older by its number than one that went before it. */
function lastSentAt(check_ins: readonly SentCheckIn[]): Date {
  return new Date(Math.max(...check_ins.map(({ sent_at }) => sent_at?.getTime() ?? 0)));
}

function at(due: Date, now: Date, step: CheckInStep): CheckInStep {
  return due <= now ? step : { kind: 'wait', until: due };
}
