import { addDays, daysBetween } from '@zavet/contract/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bought } from '../../../../test/plan-states.ts';
import {
  firstWarningDays,
  type GraceStep,
  graceStep,
  lastWarningDays,
  type RemovalFacts,
} from './lapse-rules.ts';
import { freePlan, type PlanState, planAfterLapse } from './plan-rules.ts';

const lapsed = planAfterLapse(bought('storage_500_yearly'), '2027-01-31');

const noHolds: RemovalFacts = { releases: [], is_being_paid: false, contacts: [] };

const stepOf = (changes: Partial<PlanState>, today: string) =>
  graceStep({ ...lapsed, ...changes }, noHolds, today);

/** The state after a warning; the last one is accepted on the same day. */
const stateAfterWarning = (
  state: PlanState,
  { warned: grace_warned, grace_until }: GraceStep & { step: 'warn' },
  today: string,
): PlanState => ({
  ...state,
  grace_warned,
  grace_until,
  grace_notified_on: grace_warned === lastWarningDays ? today : null,
});

describe('a lapsed plan', () => {
  it('leaves 30 MB and records the former plan', () => {
    expect(lapsed).toMatchObject({
      plan: 'free_expired',
      limit_mb: 30,
      former_plan: 'storage_500',
      former_period: 'yearly',
      expired_on: '2027-01-31',
      grace_until: '2027-03-02',
    });
  });

  it('warns 14, 7 and 1 day before the removal, which follows after 30 days', () => {
    const seen: [number, string | number][] = [];
    let state = lapsed;
    for (let passed = 0; passed <= 31; passed++) {
      const today = addDays('2027-01-31', passed);
      const next = graceStep(state, noHolds, today);
      if (next.step === 'warn') {
        seen.push([passed, next.warned]);
        state = stateAfterWarning(state, next, today);
      }
      if (next.step === 'remove') {
        seen.push([passed, 'removed']);
        break;
      }
    }
    expect([firstWarningDays, lastWarningDays]).toEqual([14, 1]);
    expect(seen).toEqual([
      [16, 14],
      [23, 7],
      [29, 1],
      [30, 'removed'],
    ]);
  });

  it('keeps files until a mail server accepts the last warning, and repeats the warning', () => {
    const unanswered = { grace_warned: 1, grace_until: '2027-03-02' };
    expect(stepOf(unanswered, '2027-03-02').step).toBe('none');
    expect(stepOf(unanswered, '2027-03-05')).toMatchObject({ step: 'warn', warned: 1 });
    const refusedOnce = { ...unanswered, grace_refused_on: '2027-03-01' };
    expect(stepOf(refusedOnce, '2027-03-08').step).toBe('none');
    expect(stepOf(refusedOnce, '2027-03-09')).toMatchObject({ step: 'warn', warned: 1 });
    const accepted = { ...unanswered, grace_notified_on: '2027-03-02' };
    expect(stepOf(accepted, '2027-03-02').step).toBe('none');
    expect(stepOf(accepted, '2027-03-03').step).toBe('remove');
  });

  it('warns neither before the first warning is due nor twice for the same day', () => {
    expect(stepOf({}, '2027-02-15')).toEqual({ step: 'none' });
    expect(stepOf({ grace_warned: 14 }, '2027-02-20')).toEqual({ step: 'none' });
  });

  it('keeps files until the announced day even if the last warning was accepted early', () => {
    const early = { grace_warned: 1, grace_notified_on: '2027-02-27' };
    expect(stepOf(early, '2027-03-01').step).toBe('none');
    expect(stepOf(early, '2027-03-02').step).toBe('remove');
  });

  it('does not warn again once the last warning was accepted', () => {
    const accepted = { grace_warned: 1, grace_notified_on: '2027-03-09' };
    expect(stepOf(accepted, '2027-03-09')).toEqual({ step: 'none' });
  });

  it('keeps the announced day if the warning is in time, and adds a day if it is late', () => {
    const warning = (days: number, grace_until: string) => ({
      step: 'warn',
      warned: days,
      grace_until,
    });
    expect(stepOf({ grace_warned: 7 }, '2027-03-01')).toEqual(warning(1, '2027-03-02'));
    expect(stepOf({ grace_warned: 7 }, '2027-03-02')).toEqual(warning(1, '2027-03-03'));
    expect(stepOf({}, '2027-02-16')).toEqual(warning(14, '2027-03-02'));
  });

  it('never loses files within a day of the last warning or 30 days of the lapse, despite downtime', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), (pauses) => {
        let state = lapsed;
        let today = '2027-01-31';
        let warnedOn: string | undefined;
        for (const pause of [...pauses, ...Array(60).fill(1)]) {
          today = addDays(today, pause);
          const next = graceStep(state, noHolds, today);
          if (next.step === 'remove') break;
          if (next.step !== 'warn') continue;
          if (next.warned === lastWarningDays) warnedOn = today;
          state = stateAfterWarning(state, next, today);
        }
        expect(warnedOn).toBeDefined();
        expect(daysBetween(warnedOn ?? today, today)).toBeGreaterThanOrEqual(1);
        expect(daysBetween('2027-01-31', today)).toBeGreaterThanOrEqual(30);
      }),
    );
  });
});

it('a free plan has no removal day and no warnings', () => {
  expect(graceStep(freePlan, noHolds, '2027-03-02')).toEqual({ step: 'none' });
});
