import { describe, expect, it, test } from 'vitest';
import {
  canCancelWait,
  cooldownEnd,
  decideDueStep,
  endOfWait,
  isCounterRegressed,
} from './factor-rules.ts';

test.each([
  [0, 0, false],
  [0, 1, false],
  [4, 5, false],
  [4, 900, false],
  [4, 4, true],
  [4, 3, true],
  [4, 0, true],
])('a passkey with counter %i that reports %i counts as copied: %s', (stored, given, isCopied) => {
  expect(isCounterRegressed(stored, given)).toBe(isCopied);
});

const hour = 3_600 * 1_000;

const day = 24 * hour;

const started_at = new Date('2027-01-01T12:00:00Z');

const ends_at = endOfWait(started_at);

const after = (ms: number) => new Date(started_at.getTime() + ms);

const waiting = (reminders: number) => ({ started_at, ends_at, reminders });

describe('the waiting period for a lost device', () => {
  it('lasts seven days', () => {
    expect(ends_at).toEqual(after(7 * day));
  });

  it.each([
    [0, 3 * day - 1, 'none'],
    [0, 3 * day, 'remind'],
    [1, 6 * day - 1, 'none'],
    [1, 6 * day, 'remind'],
    [2, 7 * day - 1, 'none'],
    [2, 7 * day, 'end'],
  ])('with %i reminders after %i ms: %s', (reminders, age, kind) => {
    expect(decideDueStep(waiting(reminders), after(age)).kind).toBe(kind);
  });

  it('sends one reminder for two missed ones and ends at least a day later', () => {
    const late = after(9 * day);
    expect(decideDueStep(waiting(0), late)).toEqual({
      kind: 'remind',
      reminders: 2,
      ends_at: new Date(late.getTime() + day),
    });
  });

  it('is not extended by a late first reminder', () => {
    expect(decideDueStep(waiting(0), after(4 * day))).toEqual({
      kind: 'remind',
      reminders: 1,
      ends_at,
    });
  });

  it('does not end before its reminders', () => {
    expect(decideDueStep({ ...waiting(1), ends_at: after(day) }, after(2 * day)).kind).toBe('none');
  });
});

it.each([
  ["the account's own address", null, true],
  ['an address confirmed seven days before', after(-7 * day), true],
  ['an address confirmed less than seven days before', after(-7 * day + 1), false],
  ['an address confirmed since', after(day), false],
])('$0 can stop the period: $2', (_, confirmedAt, can) => {
  expect(canCancelWait(confirmedAt, waiting(0))).toBe(can);
});

describe('after a stop by a mailed link', () => {
  it.each([
    [undefined, null],
    [after(0), after(day)],
    [after(-day + 1), after(1)],
    [after(-day), null],
  ])('a period stopped at %s allows another one from %s', (stoppedAt, until) => {
    expect(cooldownEnd(stoppedAt, started_at)).toEqual(until);
  });
});
