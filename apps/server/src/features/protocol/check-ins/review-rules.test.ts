import { daysAfter } from '@zavet/contract/days';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueReminder, nextReviewCheckAt, type Reminder } from './review-rules.ts';

const on = (text: string) => new Date(`${text}T12:00:00Z`);
const reminded = (stage: number, day: string): Reminder => ({ stage, enqueued_at: on(day) });
const old = on('2026-01-10');

test.each([
  ['2026-07-10', undefined],
  ['2026-07-11', 6],
  ['2027-01-10', 6],
  ['2027-01-11', 12],
])('on %s, without a previous reminder, the stage is %s', (today, stage) => {
  expect(dueReminder([old], undefined, on(today))).toBe(stage);
});

test('sends no reminder to owners who review in time or have no instructions', () => {
  expect(dueReminder([], undefined, on('2030-01-01'))).toBeUndefined();
  expect(dueReminder([on('2026-06-01')], undefined, on('2026-07-11'))).toBeUndefined();
});

test('sends each stage once', () => {
  const first = reminded(6, '2026-07-11');
  expect(dueReminder([old], first, on('2026-07-11'))).toBeUndefined();
  expect(dueReminder([old], first, on('2027-01-10'))).toBeUndefined();
  expect(dueReminder([old], first, on('2027-01-11'))).toBe(12);
  expect(dueReminder([old], reminded(12, '2027-01-11'), on('2035-01-01'))).toBeUndefined();
});

test('sends no further reminder for another instruction while nothing was reviewed', () => {
  const younger = on('2026-03-10');
  const first = reminded(6, '2026-07-11');
  expect(dueReminder([old, younger], first, on('2026-09-11'))).toBeUndefined();
  const second = reminded(12, '2027-01-11');
  expect(dueReminder([old, younger], second, on('2027-03-11'))).toBeUndefined();
});

test('sends no reminder of the others after one was reviewed, until they reach the next stage', () => {
  const reviewed = on('2026-07-15');
  const first = reminded(6, '2026-07-11');
  expect(dueReminder([old, reviewed], first, on('2026-07-16'))).toBeUndefined();
  expect(dueReminder([old, reviewed], first, on('2027-01-11'))).toBe(12);
});

test('starts over after a review', () => {
  const reviewed = on('2027-02-01');
  const last = reminded(12, '2027-01-11');
  expect(dueReminder([reviewed], last, on('2027-08-01'))).toBeUndefined();
  expect(dueReminder([reviewed], last, on('2027-08-02'))).toBe(6);
});

test('checks again at the latest a day after a reminder is due', () => {
  const now = on('2027-03-01');
  const ages = fc.array(fc.integer({ min: 0, max: 800 }), { maxLength: 4 });
  fc.assert(
    fc.property(ages, fc.option(fc.integer({ min: 0, max: 500 })), (days, mailedDaysAgo) => {
      const reviewed = days.map((age) => daysAfter(now, -age));
      const previous =
        mailedDaysAgo === null
          ? undefined
          : { stage: 6, enqueued_at: daysAfter(now, -mailedDaysAgo) };
      const stage = dueReminder(reviewed, previous, now);
      const last = stage === undefined ? previous : { stage, enqueued_at: now };
      const checkAt = nextReviewCheckAt(reviewed, false, now);
      for (let day = 1; day < 400; day += 1) {
        const then = daysAfter(now, day);
        if (dueReminder(reviewed, last, then) === undefined) continue;
        expect(checkAt.getTime()).toBeLessThanOrEqual(daysAfter(then, 1).getTime());
        return;
      }
    }),
    { numRuns: 300 },
  );
});

test('checks again after half a year by default, and daily while paused', () => {
  const now = on('2027-03-01');
  expect(nextReviewCheckAt([on('2025-01-01')], false, now)).toEqual(daysAfter(now, 180));
  expect(nextReviewCheckAt([on('2027-02-01')], false, now)).toEqual(
    daysAfter(on('2027-02-01'), 180),
  );
  expect(nextReviewCheckAt([], true, now)).toEqual(daysAfter(now, 1));
});
