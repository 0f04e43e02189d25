import { maxReconfirmationReminders, reconfirmationTimings } from '@zavet/contract/timings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextStep,
  type ReconfirmationSchedule,
  scheduleAfterConfirmation,
  scheduleAfterStep,
} from './reconfirmation-rules.ts';

const day = 24 * 60 * 60 * 1000;
const start = new Date('2026-03-01T09:00:00Z');
const at = (days: number) => new Date(start.getTime() + days * day);

/** Days with a mail if the job runs on the given days and the contact never answers. */
function mailDays(runDays: readonly number[]): [number, string][] {
  let schedule: ReconfirmationSchedule = scheduleAfterConfirmation(start);
  return runDays.flatMap((runDay): [number, string][] => {
    const step = nextStep(schedule, at(runDay));
    if (step === 'wait') return [];
    schedule = scheduleAfterStep(schedule, step, at(runDay));
    return [[runDay, step]];
  });
}
const everyDay = (lastDay: number) => Array.from({ length: lastDay + 1 }, (_, index) => index);

describe('the reconfirmation', () => {
  it('is requested after 365 days, reminded twice 14 days apart, then paused for a year', () => {
    expect(mailDays(everyDay(800))).toEqual([
      [365, 'request'],
      [379, 'remind'],
      [393, 'remind'],
      [758, 'request'],
      [772, 'remind'],
      [786, 'remind'],
    ]);
  });

  it('is due at its exact time and not before', () => {
    const { due_at } = scheduleAfterConfirmation(start);
    expect(nextStep(scheduleAfterConfirmation(start), new Date(due_at.getTime() - 1))).toBe('wait');
    expect(nextStep(scheduleAfterConfirmation(start), due_at)).toBe('request');
  });

  it('is requested once after a long outage of the job, with reminders counted from then', () => {
    expect(mailDays([0, 500, 501, 513, 514, 528])).toEqual([
      [500, 'request'],
      [514, 'remind'],
      [528, 'remind'],
    ]);
  });

  it('starts over after a confirmation', () => {
    const asked = scheduleAfterStep(scheduleAfterConfirmation(start), 'request', at(365));
    expect(asked.asked_at).toEqual(at(365));
    const schedule = scheduleAfterConfirmation(at(370));
    expect(schedule).toEqual({
      confirmed_at: at(370),
      asked_at: null,
      reminders: 0,
      due_at: at(370 + 365),
    });
    expect(nextStep(schedule, at(379))).toBe('wait');
  });

  it('keeps the date of the first unanswered request in a later round', () => {
    const first = scheduleAfterStep(scheduleAfterConfirmation(start), 'request', at(365));
    const later = scheduleAfterStep(
      { ...first, reminders: maxReconfirmationReminders },
      'request',
      at(758),
    );
    expect(later).toMatchObject({ asked_at: at(365), reminders: 0, confirmed_at: start });
  });

  it('never sends two mails within 14 days, no matter when the job runs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 300 }), (days) => {
        const mails = mailDays([...days].sort((a, b) => a - b)).map(([mailDay]) => mailDay);
        const pauses = mails.slice(1).map((mail, index) => mail - (mails[index] ?? 0));
        expect(Math.min(...pauses)).toBeGreaterThanOrEqual(reconfirmationTimings.reminder / day);
      }),
    );
  });

  it('never reminds more than twice between two requests', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 300 }), (days) => {
        const steps = mailDays([...days].sort((a, b) => a - b)).map(([, step]) => step);
        expect(steps[0]).not.toBe('remind');
        expect(steps.join(' ')).not.toContain('remind remind remind');
      }),
    );
  });
});
