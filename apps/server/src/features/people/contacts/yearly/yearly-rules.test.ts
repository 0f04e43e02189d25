import { maxReconfirmationReminders, reconfirmationTimings } from '@zavet/contract/timings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmedYear, nextStep, type Year, yearAfter } from './yearly-rules.ts';

const day = 24 * 60 * 60 * 1000;
const start = new Date('2026-03-01T09:00:00Z');
const at = (days: number) => new Date(start.getTime() + days * day);

/** The days on which a mail goes out, where a job looks on these days and nobody ever answers. */
function mailDays(lookDays: readonly number[]): [number, string][] {
  let year: Year = confirmedYear(start);
  return lookDays.flatMap((lookDay): [number, string][] => {
    const step = nextStep(year, at(lookDay));
    if (step === 'wait') return [];
    year = yearAfter(year, step, at(lookDay));
    return [[lookDay, step]];
  });
}
const everyDay = (until: number) => Array.from({ length: until + 1 }, (_, index) => index);

describe('the yearly question', () => {
  it('comes after 365 days, twice more 14 days apart, and then not for a year', () => {
    expect(mailDays(everyDay(800))).toEqual([
      [365, 'ask'],
      [379, 'remind'],
      [393, 'remind'],
      [758, 'ask'],
      [772, 'remind'],
      [786, 'remind'],
    ]);
  });

  it('is due at its moment and not a moment before', () => {
    const { due_at } = confirmedYear(start);
    expect(nextStep(confirmedYear(start), new Date(due_at.getTime() - 1))).toBe('wait');
    expect(nextStep(confirmedYear(start), due_at)).toBe('ask');
  });

  it('comes once after a long silence of the job, and reminders count from then', () => {
    expect(mailDays([0, 500, 501, 513, 514, 528])).toEqual([
      [500, 'ask'],
      [514, 'remind'],
      [528, 'remind'],
    ]);
  });

  it('begins anew with a yes', () => {
    const asked = yearAfter(confirmedYear(start), 'ask', at(365));
    expect(asked.asked_at).toEqual(at(365));
    const year = confirmedYear(at(370));
    expect(year).toEqual({
      confirmed_at: at(370),
      asked_at: null,
      reminders: 0,
      due_at: at(370 + 365),
    });
    expect(nextStep(year, at(379))).toBe('wait');
  });

  it('waits for its answer since the first question, also in a later round', () => {
    const first = yearAfter(confirmedYear(start), 'ask', at(365));
    const later = yearAfter({ ...first, reminders: maxReconfirmationReminders }, 'ask', at(758));
    expect(later).toMatchObject({ asked_at: at(365), reminders: 0, confirmed_at: start });
  });

  it('never mails twice within 14 days, whenever the job runs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 300 }), (days) => {
        const mails = mailDays([...days].sort((a, b) => a - b)).map(([mailDay]) => mailDay);
        const pauses = mails.slice(1).map((mail, index) => mail - (mails[index] ?? 0));
        expect(Math.min(...pauses)).toBeGreaterThanOrEqual(reconfirmationTimings.reminder / day);
      }),
    );
  });

  it('never reminds more than twice between two questions', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 300 }), (days) => {
        const steps = mailDays([...days].sort((a, b) => a - b)).map(([, step]) => step);
        expect(steps[0]).not.toBe('remind');
        expect(steps.join(' ')).not.toContain('remind remind remind');
      }),
    );
  });
});
