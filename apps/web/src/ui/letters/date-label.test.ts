import { afterEach, expect, test } from 'vitest';
import { dateLabelOf } from './date-label.ts';

const zone = process.env.TZ;

afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** Computes the label in that time zone. */
function labelIn(timeZone: string, then: string, now: string) {
  process.env.TZ = timeZone;
  return dateLabelOf(new Date(then), new Date(now));
}

test('a time of the current day is labelled today, from the first to the last minute', () => {
  const label = (now: string) => labelIn('Europe/Moscow', '2026-11-15T09:00:00+03:00', now);
  expect(label('2026-11-15T09:00:00+03:00')).toEqual({ kind: 'today' });
  expect(label('2026-11-15T23:59:59+03:00')).toEqual({ kind: 'today' });
});

test('a time a minute before midnight is labelled yesterday', () => {
  expect(
    labelIn('Europe/Moscow', '2026-11-15T23:59:00+03:00', '2026-11-16T00:00:00+03:00'),
  ).toEqual({ kind: 'yesterday' });
});

test('two to seven days are counted, the eighth is a date', () => {
  const label = (now: string) => labelIn('Europe/Moscow', '2026-11-01T12:00:00+03:00', now);
  expect(label('2026-11-03T01:00:00+03:00')).toEqual({ kind: 'daysAgo', days: 2 });
  expect(label('2026-11-08T23:00:00+03:00')).toEqual({ kind: 'daysAgo', days: 7 });
  expect(label('2026-11-09T00:00:00+03:00')).toEqual({ kind: 'date' });
});

test('the label follows the time zone of the reader', () => {
  const [then, now] = ['2026-11-14T22:30:00Z', '2026-11-15T10:00:00Z'];
  expect(labelIn('Europe/Moscow', then, now)).toEqual({ kind: 'today' });
  expect(labelIn('Europe/Lisbon', then, now)).toEqual({ kind: 'yesterday' });
});

test('a day of 25 hours counts once', () => {
  expect(
    labelIn('Europe/Helsinki', '2026-10-24T23:30:00+03:00', '2026-10-26T00:30:00+02:00'),
  ).toEqual({ kind: 'daysAgo', days: 2 });
});

test('a time ahead of a slow clock is not in the past', () => {
  expect(
    labelIn('Europe/Moscow', '2026-11-16T00:10:00+03:00', '2026-11-15T23:55:00+03:00'),
  ).toEqual({ kind: 'date' });
});
