import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, addYears, daysBetween, moscowDay, startOfMoscowDay } from './days.ts';

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));

describe('days', () => {
  it('start at midnight in Moscow in every time zone', () => {
    expect(moscowDay(new Date('2026-12-31T20:59:59Z'))).toBe('2026-12-31');
    expect(moscowDay(new Date('2026-12-31T21:00:00Z'))).toBe('2027-01-01');
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(moscowDay(startOfMoscowDay(day))).toBe(day);
      }),
    );
  });

  it('between a day and the day with days added equal the added days', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -2000, max: 2000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days);
      }),
    );
  });
});

describe('adding months', () => {
  it.each([
    ['2026-01-31', 1, undefined, '2026-02-28'],
    ['2028-01-31', 1, undefined, '2028-02-29'],
    ['2026-02-28', 1, 31, '2026-03-31'],
    ['2026-12-15', 1, undefined, '2027-01-15'],
    ['2028-02-29', 12, undefined, '2029-02-28'],
    ['2031-02-28', 12, 29, '2032-02-29'],
  ])('to %s (%i months, day %s) gives %s', (day, months, intendedDay, expected) => {
    expect(addMonths(day, months, intendedDay)).toBe(expected);
  });

  it('never leaves the target month', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const next = addMonths(day, 1);
        expect(daysBetween(day, next)).toBeGreaterThanOrEqual(28);
        expect(daysBetween(day, next)).toBeLessThanOrEqual(31);
      }),
    );
  });
});

describe('adding years', () => {
  it.each([
    ['2028-02-29T12:00:00.000Z', -1, '2027-02-28T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 1, '2029-02-28T12:00:00.000Z'],
    ['2029-02-28T12:00:00.000Z', -1, '2028-02-28T12:00:00.000Z'],
    ['2028-03-01T00:00:00.000Z', -1, '2027-03-01T00:00:00.000Z'],
    // The 29th has started in Moscow, but not in Greenwich.
    ['2028-02-28T22:00:00.000Z', -4, '2024-02-28T22:00:00.000Z'],
    ['2032-02-29T12:00:00.000Z', -5, '2027-02-28T12:00:00.000Z'],
  ])('to %s (%i) gives %s', (moment, years, expected) => {
    expect(addYears(new Date(moment), years).toISOString()).toBe(expected);
  });

  it('does not count a year before it has fully passed', () => {
    const moments = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2050-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, moments, fc.integer({ min: 1, max: 5 }), (made, now, years) => {
        // A moment before the limit of `years` ago is more than `years` years old.
        if (made < addYears(now, -years)) expect(now > addYears(made, years)).toBe(true);
      }),
    );
  });
});
