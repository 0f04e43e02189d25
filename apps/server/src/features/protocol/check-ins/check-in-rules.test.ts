import { checkIntervalDays } from '@zavet/contract/protocol/check-in-values';
import { describe, expect, test } from 'vitest';
import {
  type CheckInStep,
  isLastStep,
  nextCheckAt,
  nextStep,
  type OpenRound,
  type SentCheckIn,
  type WatchedOwner,
} from './check-in-rules.ts';

const start = new Date('2026-11-15T09:00:00Z');
const day = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60 * 1000);
const waitForever = { kind: 'wait', until: null } as const;
const waitUntil = (days: number): CheckInStep => ({ kind: 'wait', until: day(days) });

const mail = (number: number, sentDay: number | null, enqueuedDay = sentDay ?? 0): SentCheckIn => ({
  number,
  enqueued_at: day(enqueuedDay),
  sent_at: sentDay === null ? null : day(sentDay),
  is_refused: false,
  repeats: 0,
});
const refused = (sent: SentCheckIn, repeats = 0) => ({ ...sent, is_refused: true, repeats });
const round = (...check_ins: SentCheckIn[]): OpenRound => ({
  started_at: day(7),
  notified_at: null,
  check_ins,
});

function stepOn(days: number, facts: Partial<WatchedOwner>, seenAt = start): CheckInStep {
  const owner = { frequency: 'weekly', is_paused: false, round: undefined, ...facts } as const;
  return nextStep(owner, seenAt, day(days));
}

describe('without a round', () => {
  test.each(Object.entries(checkIntervalDays))('%s sends a mail after %i days', (name, days) => {
    const frequency = name as 'weekly';
    expect(stepOn(days - 0.001, { frequency })).toEqual(waitUntil(days));
    expect(stepOn(days, { frequency })).toEqual({ kind: 'send', number: 1 });
  });

  test('sends nothing while disabled or while the protocol is active', () => {
    expect(stepOn(9999, { frequency: 'disabled' })).toEqual(waitForever);
    expect(stepOn(9999, { is_paused: true })).toEqual(waitForever);
  });
});

describe('in a round', () => {
  test('sends the next mail a week after the previous one was sent', () => {
    const owner = { round: round(mail(1, 9, 7)) };
    expect(stepOn(15.9, owner)).toEqual(waitUntil(16));
    expect(stepOn(16, owner)).toEqual({ kind: 'send', number: 2 });
  });

  test('waits for an enqueued mail, and resends it once it counts as lost', () => {
    const owner = { round: round(mail(1, 7), mail(2, null, 14)) };
    expect(stepOn(21.9, owner)).toEqual(waitUntil(22));
    expect(stepOn(22, owner)).toEqual({ kind: 'resend', number: 2 });
  });

  test('notifies the contacts once, a week after the third mail', () => {
    const three = round(mail(1, 7), mail(2, 14), mail(3, 21));
    expect(isLastStep(three)).toBe(true);
    expect(isLastStep(round(mail(1, 7), mail(2, 14)))).toBe(false);
    expect(stepOn(27.9, { round: three })).toEqual(waitUntil(28));
    expect(stepOn(28, { round: three })).toEqual({ kind: 'notify_contacts' });
    const notified = { ...three, notified_at: day(28) };
    expect(isLastStep(notified)).toBe(false);
    expect(stepOn(999, { round: notified })).toEqual(waitForever);
  });

  test('sends nothing while the protocol is active, but activity still ends the round', () => {
    const owner = { is_paused: true, round: round(mail(1, 7)) };
    expect(stepOn(99, owner)).toEqual(waitForever);
    expect(stepOn(99, owner, day(98))).toEqual({ kind: 'end_round' });
  });
});

describe('mails that did not arrive', () => {
  test('are resent a week later, before the next one', () => {
    const owner = { round: round(refused(mail(1, 7))) };
    expect(stepOn(13.9, owner)).toEqual(waitUntil(14));
    expect(stepOn(14, owner)).toEqual({ kind: 'resend', number: 1 });
  });

  test('keep contacts from being notified while they may be resent', () => {
    const three = round(refused(mail(1, 7)), mail(2, 14), mail(3, 21));
    expect(isLastStep(three)).toBe(false);
    expect(stepOn(28, { round: three })).toEqual({ kind: 'resend', number: 1 });
    const resent = round({ ...mail(1, 29, 28), repeats: 1 }, mail(2, 14), mail(3, 21));
    expect(isLastStep(resent)).toBe(true);
    expect(stepOn(35.9, { round: resent })).toEqual(waitUntil(36));
    expect(stepOn(36, { round: resent })).toEqual({ kind: 'notify_contacts' });
  });

  test('count as unanswered after three resends', () => {
    const first = round(refused(mail(1, 28), 3));
    expect(stepOn(35, { round: first })).toEqual({ kind: 'send', number: 2 });
    const three = round(refused(mail(1, 28), 2), refused(mail(2, 35), 1), refused(mail(3, 42)));
    expect(isLastStep(three)).toBe(true);
    expect(stepOn(49, { round: three })).toEqual({ kind: 'notify_contacts' });
  });

  test('block later steps while a resend is pending', () => {
    const pending = round({ ...mail(1, null, 28), repeats: 1 }, mail(2, 14), mail(3, 21));
    expect(stepOn(35.9, { round: pending })).toEqual(waitUntil(36));
    expect(stepOn(36, { round: pending })).toEqual({ kind: 'resend', number: 1 });
  });
});

describe('the next check', () => {
  test('of a round is the next run, and daily long after its contacts were notified', () => {
    expect(nextCheckAt(waitForever, { notified_at: null }, start)).toEqual(start);
    expect(nextCheckAt(waitForever, { notified_at: day(-29) }, start)).toEqual(start);
    expect(nextCheckAt(waitForever, { notified_at: day(-30) }, start)).toEqual(day(1));
  });

  test('without a round is when a step is due, and daily while paused', () => {
    expect(nextCheckAt(waitUntil(5), undefined, start)).toEqual(day(5));
    expect(nextCheckAt(waitUntil(0.5), undefined, start)).toEqual(day(0.5));
    expect(nextCheckAt(waitForever, undefined, start)).toEqual(day(1));
    expect(nextCheckAt({ kind: 'send', number: 1 }, undefined, start)).toEqual(start);
  });
});
