import { addDays, daysBetween } from '@zavet/contract/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bought } from '../../../../test/plan-states.ts';
import { firstWarningDays, graceStep, lastWarningDays } from './grace-rules.ts';
import { afterLapse, freePlan } from './plan-rules.ts';

/** Nothing is under way, and there is nobody else to tell. */
const nobody = { releases: [], is_being_paid: false, contacts: [] };

describe('a plan that ran out', () => {
  const lapsed = afterLapse(bought('storage_500_yearly'), '2027-01-31');

  it('leaves 30 MB and remembers what it was', () => {
    expect(lapsed).toMatchObject({
      plan: 'free_expired',
      limit_mb: 30,
      former_plan: 'storage_500',
      former_period: 'yearly',
      expired_on: '2027-01-31',
      grace_until: '2027-03-02',
    });
  });

  it('warns 14, 7 and 1 day before files go, and removes them after 30 days', () => {
    const seen: [number, string | number][] = [];
    let state = lapsed;
    for (let passed = 0; passed <= 31; passed++) {
      const next = graceStep(state, nobody, addDays('2027-01-31', passed));
      if (next.step === 'warn') {
        seen.push([passed, next.warned]);
        state = {
          ...state,
          grace_warned: next.warned,
          grace_until: next.grace_until,
          grace_notified_on: next.warned === 1 ? addDays('2027-01-31', passed) : null,
        };
      }
      if (next.step === 'remove') {
        seen.push([passed, 'removed']);
        break;
      }
    }
    expect(seen).toEqual([
      [16, 14],
      [23, 7],
      [29, 1],
      [30, 'removed'],
    ]);
  });

  it('keeps files as long as no mail server took the last warning, and warns again', () => {
    const unheard = { ...lapsed, grace_warned: 1, grace_until: '2027-03-02' };
    expect(graceStep(unheard, nobody, '2027-03-02').step).toBe('none');
    expect(graceStep(unheard, nobody, '2027-03-05')).toMatchObject({ step: 'warn', warned: 1 });
    const refused = { ...unheard, grace_refused_on: '2027-03-01' };
    expect(graceStep(refused, nobody, '2027-03-08').step).toBe('none');
    expect(graceStep(refused, nobody, '2027-03-09')).toMatchObject({ step: 'warn', warned: 1 });
    const heard = { ...unheard, grace_notified_on: '2027-03-02' };
    expect(graceStep(heard, nobody, '2027-03-02').step).toBe('none');
    expect(graceStep(heard, nobody, '2027-03-03').step).toBe('remove');
  });

  it('says nothing before the first warning, nor twice the same', () => {
    expect(graceStep(lapsed, nobody, '2027-02-15')).toEqual({ step: 'none' });
    const warned = { ...lapsed, grace_warned: 14 };
    expect(graceStep(warned, nobody, '2027-02-20')).toEqual({ step: 'none' });
  });

  it('keeps files until their day also where the last warning was taken early', () => {
    const early = { ...lapsed, grace_warned: 1, grace_notified_on: '2027-02-27' };
    expect(graceStep(early, nobody, '2027-03-01').step).toBe('none');
    expect(graceStep(early, nobody, '2027-03-02').step).toBe('remove');
  });

  it('warns no more once the last warning was taken', () => {
    const today = { ...lapsed, grace_warned: 1, grace_notified_on: '2027-03-09' };
    expect(graceStep(today, nobody, '2027-03-09')).toEqual({ step: 'none' });
  });

  it('keeps the promised day of a warning in time, and gives a day to one that comes late', () => {
    const dayBefore = graceStep({ ...lapsed, grace_warned: 7 }, nobody, '2027-03-01');
    expect(dayBefore).toEqual({ step: 'warn', warned: 1, grace_until: '2027-03-02' });
    const late = graceStep({ ...lapsed, grace_warned: 7 }, nobody, '2027-03-02');
    expect(late).toEqual({ step: 'warn', warned: 1, grace_until: '2027-03-03' });
    const early = graceStep(lapsed, nobody, '2027-02-16');
    expect(early).toEqual({ step: 'warn', warned: 14, grace_until: '2027-03-02' });
  });

  it('begins to warn with the longest time ahead and ends with the shortest', () => {
    expect([firstWarningDays, lastWarningDays]).toEqual([14, 1]);
  });

  it('is the only one that warns: a free plan has no day on which files go', () => {
    expect(graceStep(freePlan, nobody, '2027-03-02')).toEqual({ step: 'none' });
  });

  it('never loses files less than a day after the last warning, however long nothing ran', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), (pauses) => {
        let state = lapsed;
        let day = '2027-01-31';
        let warnedOn: string | undefined;
        for (const pause of [...pauses, ...Array(60).fill(1)]) {
          day = addDays(day, pause);
          const next = graceStep(state, nobody, day);
          if (next.step === 'remove') break;
          if (next.step === 'warn') {
            if (next.warned === 1) warnedOn = day;
            state = {
              ...state,
              grace_warned: next.warned,
              grace_until: next.grace_until,
              grace_notified_on: next.warned === 1 ? day : null,
            };
          }
        }
        expect(warnedOn).toBeDefined();
        expect(daysBetween(warnedOn ?? day, day)).toBeGreaterThanOrEqual(1);
        expect(daysBetween('2027-01-31', day)).toBeGreaterThanOrEqual(30);
      }),
    );
  });
});
