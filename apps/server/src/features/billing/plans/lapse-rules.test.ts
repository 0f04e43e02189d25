import { addDays, daysBetween } from '@zavet/contract/days';
import {
  type ActivationStatus,
  activationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bought } from '../../../../test/plan-states.ts';
import {
  type ContactNotices,
  firstWarningDays,
  graceStep,
  lastWarningDays,
  mayRemoveFiles,
  needsNotice,
  type RemovalFacts,
} from './lapse-rules.ts';
import { afterLapse, freePlan, type PlanState } from './plan-rules.ts';

const day = '2027-03-02';

/** The day has come, and the owner knew it the day before. */
const due: PlanState = {
  ...afterLapse(bought('storage_500_yearly'), '2027-01-31'),
  grace_until: day,
  grace_warned: 1,
  grace_notified_on: addDays(day, -1),
};

const told: ContactNotices = {
  first_ordered_on: addDays(day, -14),
  last: { ordered_on: addDays(day, -1), taken_on: addDays(day, -1), refused_on: null },
};

const refused: ContactNotices = {
  first_ordered_on: addDays(day, -14),
  last: { ordered_on: addDays(day, -1), taken_on: null, refused_on: addDays(day, -1) },
};

const facts = (changes: Partial<RemovalFacts> = {}): RemovalFacts => ({
  releases: [],
  is_being_paid: false,
  contacts: [told],
  ...changes,
});

const release = (status: ActivationStatus, changed_on = '2027-01-01') => ({
  status,
  activated_on: changed_on,
  changed_on,
});

const why = (changes: Partial<RemovalFacts>, state: Partial<PlanState> = {}) =>
  mayRemoveFiles({ ...due, ...state }, facts(changes), day).reasons;

describe('files above the limit', () => {
  it('go when the day has come, everybody knew it before, and nothing is under way', () => {
    expect(mayRemoveFiles(due, facts(), day)).toEqual({ may: true, reasons: [] });
  });

  it('stay in every state of a start but those in which it has ended', () => {
    const kept = Object.fromEntries(
      activationStatuses.map((status) => [status, why({ releases: [release(status)] })]),
    );
    expect(kept).toEqual({
      requested: ['request'],
      approved: ['request'],
      rejected: [],
      agreement_pending: ['agreement'],
      agreed: ['agreement'],
      payment_pending: ['activation_payment'],
      payment_canceled: [],
      waiting: ['waiting'],
      vetoed: [],
      activated: ['in_effect'],
      delivering: ['in_effect'],
      delivered: ['in_effect'],
      partially_delivered: ['in_effect'],
      past: [],
      refunded: [],
    });
  });

  it('stay through the year after a release, its last day included', () => {
    expect(why({ releases: [release('delivered', '2026-03-02')] })).toEqual(['in_effect']);
    expect(why({ releases: [release('delivered', '2026-03-01')] })).toEqual([]);
  });

  it('stay where something was begun and stopped since the contacts were warned', () => {
    expect(why({ releases: [release('vetoed', addDays(day, -14))] })).toEqual(['just_ended']);
    expect(why({ releases: [release('vetoed', addDays(day, -15))] })).toEqual([]);
  });

  it('do not go as soon as a hold has ended, also where nobody who was warned is a contact any more', () => {
    for (const ago of [0, 1]) {
      const releases = [release('payment_canceled', addDays(day, -ago))];
      expect(why({ releases, contacts: [] })).toEqual(['just_ended']);
    }
    const freed = facts({ releases: [release('payment_canceled', day)], contacts: [] });
    expect(graceStep(due, freed, day)).toMatchObject({
      step: 'prolong',
      grace_until: addDays(day, 15),
      reason: 'just_ended',
    });
    expect(why({ releases: [release('vetoed', addDays(day, -2))], contacts: [] })).toEqual([]);
    // Nobody was warned: warnings follow anyway, with all their days.
    const unwarned = { grace_warned: null, grace_until: addDays(day, 14) };
    const again = facts({ ...freed, contacts: [{ first_ordered_on: null, last: null }] });
    expect(graceStep({ ...due, ...unwarned }, again, day)).toMatchObject({ step: 'warn' });
  });

  it('stay before their day, while somebody pays, and where the owner knows it only since today', () => {
    expect(why({}, { grace_until: addDays(day, 1) })).toEqual(['day_not_come']);
    expect(why({ is_being_paid: true })).toEqual(['plan_payment']);
    expect(why({}, { grace_notified_on: day })).toEqual(['owner_untold']);
    expect(why({}, { grace_notified_on: null })).toEqual(['owner_untold']);
  });

  it('stay until one contact has known it for a day; one is enough', () => {
    const open = { ordered_on: addDays(day, -1), taken_on: null, refused_on: null };
    const unheard = { ...told, last: open };
    const justTaken = { ...told, last: { ...open, taken_on: day } };
    expect(why({ contacts: [unheard] })).toEqual(['contacts_asked']);
    expect(why({ contacts: [justTaken] })).toEqual(['contacts_asked']);
    expect(why({ contacts: [refused] })).toEqual(['contacts_untold']);
    expect(why({ contacts: [refused, unheard, told] })).toEqual([]);
    const lost = { ...told, last: { ...open, ordered_on: addDays(day, -10) } };
    expect(why({ contacts: [lost] })).toEqual(['contacts_untold']);
  });

  it('stay 90 days at most for the sole reason that no contact can be written to', () => {
    expect(why({ contacts: [refused] }, { grace_untold_since: addDays(day, -89) })).toEqual([
      'contacts_untold',
    ]);
    expect(why({ contacts: [refused] }, { grace_untold_since: addDays(day, -90) })).toEqual([]);
  });
});

describe('a day that does not hold', () => {
  it('moves 15 days on while a start is under way, so that 14 are left when it ends', () => {
    const held = facts({ releases: [release('waiting')] });
    expect(graceStep(due, held, day)).toEqual({
      step: 'prolong',
      grace_until: addDays(day, 15),
      grace_untold_since: null,
      reason: 'waiting',
    });
    const far = { ...due, grace_warned: null, grace_until: addDays(day, 15) };
    expect(graceStep(far, held, day)).toEqual({ step: 'none' });
    const freed = facts({ contacts: [{ first_ordered_on: null, last: null }] });
    expect(graceStep(far, freed, addDays(day, 1))).toEqual({
      step: 'warn',
      warned: 14,
      grace_until: addDays(day, 15),
    });
  });

  it('moves for a payment only when the day has come', () => {
    const paying = facts({ is_being_paid: true });
    expect(graceStep(due, paying, addDays(day, -1))).toEqual({ step: 'none' });
    expect(graceStep(due, paying, day)).toMatchObject({
      step: 'prolong',
      grace_until: addDays(day, 15),
    });
  });

  it('moves a month on where no contact could be told, counted from the first time', () => {
    const untold = facts({ contacts: [refused] });
    expect(graceStep(due, untold, day)).toMatchObject({
      step: 'prolong',
      grace_until: addDays(day, 30),
      grace_untold_since: day,
    });
    const before = { ...due, grace_untold_since: addDays(day, -30) };
    expect(graceStep(before, untold, day)).toMatchObject({
      grace_untold_since: addDays(day, -30),
    });
  });

  it('moves to 14 days from now where contacts were never told, however late it is', () => {
    const late = facts({ contacts: [{ first_ordered_on: null, last: null }] });
    expect(graceStep(due, late, addDays(day, 30))).toEqual({
      step: 'warn',
      warned: 14,
      grace_until: addDays(day, 44),
    });
  });
});

it('tells a contact the last warning again only when a month has passed since', () => {
  expect(needsNotice(told, true, day)).toBe(false);
  expect(needsNotice(told, true, addDays(day, 29))).toBe(true);
  expect(needsNotice(refused, true, day)).toBe(true);
  expect(needsNotice(told, false, day)).toBe(true);
});

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
