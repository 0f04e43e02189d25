import { addYears, moscowDay } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type InactiveOwner,
  type InactivityStep,
  inactivityCutoff,
  nextInactivityStep,
  type Warning,
  warningPauseDays,
} from './inactivity-rules.ts';

const day = 24 * 60 * 60 * 1000;
const seen_at = new Date('2024-02-29T12:00:00Z');
const removalAt = addYears(seen_at, 3);
const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * day);
const firstDay = daysAfter(removalAt, -90);
const ownerWith = (changes: Partial<InactiveOwner> = {}): InactiveOwner => ({
  seen_at,
  is_held: false,
  warnings: [],
  ...changes,
});
const sentWarning = (number: number, at: Date): Warning => ({
  ...{ number, first_enqueued_at: at, enqueued_at: at, sent_at: at },
});
const unsentWarning = (number: number, at: Date): Warning => ({
  ...sentWarning(number, at),
  sent_at: null,
});
const threeWarnings = [0, 30, 60].map((days, index) =>
  sentWarning(index + 1, daysAfter(firstDay, days)),
);

describe('an inactive owner', () => {
  it('is first warned 90 days before the three years end', () => {
    expect(nextInactivityStep(ownerWith(), new Date(firstDay.getTime() - 1))).toEqual({
      kind: 'wait',
    });
    const removal_on = moscowDay(removalAt);
    expect(nextInactivityStep(ownerWith(), firstDay)).toEqual({
      kind: 'warn',
      number: 1,
      removal_on,
    });
  });

  it('is warned again every 30 days, and loses the account 30 days after the third warning', () => {
    const step = (warnings: Warning[], days: number) =>
      nextInactivityStep(ownerWith({ warnings }), daysAfter(firstDay, days)).kind;
    const [one, two, three] = threeWarnings as [Warning, Warning, Warning];
    expect(step([one], 29.9)).toBe('wait');
    expect(
      nextInactivityStep(ownerWith({ warnings: [one] }), daysAfter(firstDay, 30)),
    ).toMatchObject({
      ...{ kind: 'warn', number: 2 },
    });
    expect(step([one, two], 59.9)).toBe('wait');
    expect(step([one, two], 60)).toBe('warn');
    expect(step([one, two, three], 89.9)).toBe('wait');
    expect(step([one, two, three], 90)).toBe('remove');
  });

  it('gets a later removal day after downtime', () => {
    const late = daysAfter(removalAt, 31);
    const expected = { kind: 'warn', number: 1, removal_on: moscowDay(daysAfter(late, 90)) };
    expect(nextInactivityStep(ownerWith(), late)).toEqual(expected);
    expect(
      nextInactivityStep(ownerWith({ warnings: [sentWarning(1, late)] }), daysAfter(late, 29)).kind,
    ).toBe('wait');
  });

  it('loses all warnings after activity and while the account is held', () => {
    const now = daysAfter(removalAt, 1);
    const seen = ownerWith({ seen_at: daysAfter(firstDay, 89), warnings: threeWarnings });
    expect(nextInactivityStep(seen, now).kind).toBe('reset');
    const held = ownerWith({ is_held: true, warnings: threeWarnings });
    expect(nextInactivityStep(held, now).kind).toBe('reset');
    expect(nextInactivityStep(ownerWith({ is_held: true }), now).kind).toBe('wait');
    expect(nextInactivityStep(ownerWith({ seen_at: daysAfter(firstDay, 89) }), now).kind).toBe(
      'wait',
    );
  });

  it('keeps the account while stored warnings are too early or too few', () => {
    const step = (warnings: Warning[], days: number) =>
      nextInactivityStep(ownerWith({ warnings }), daysAfter(firstDay, days)).kind;
    const atOnce = [1, 2, 3].map((number) => sentWarning(number, firstDay));
    expect([step(atOnce, 89.9), step(atOnce, 90)]).toEqual(['wait', 'remove']);
    const early = threeWarnings.map(({ number, sent_at }) =>
      sentWarning(number, daysAfter(sent_at as Date, -60)),
    );
    expect([step(early, 89.9), step(early, 90)]).toEqual(['wait', 'remove']);
    expect(step(threeWarnings.slice(1), 120)).toBe('wait');
  });

  it('loses the first warning if seen at the same moment', () => {
    const warnings = [sentWarning(1, seen_at)];
    expect(nextInactivityStep(ownerWith({ warnings }), removalAt).kind).toBe('reset');
  });

  it('gets a lost warning again, and an unsent warning counts after 30 days', () => {
    const warnings = [unsentWarning(1, firstDay)];
    const step = (days: number) =>
      nextInactivityStep(ownerWith({ warnings }), daysAfter(firstDay, days));
    expect(step(7.9).kind).toBe('wait');
    expect(step(8)).toEqual({ kind: 'repeat_warning', number: 1 });
    expect(step(59.9)).toEqual({ kind: 'wait' });
    expect(step(60)).toMatchObject({ kind: 'warn', number: 2 });
  });
});

describe('in any sequence of events', () => {
  const days = fc.array(
    fc.record({
      jump: fc.integer({ min: 1, max: 45 }),
      isSent: fc.boolean(),
      event: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'seen', 'held', 'released'),
    }),
    { minLength: 5, maxLength: 60 },
  );

  it('no account is removed without three warnings over 90 days and three years of inactivity', () => {
    fc.assert(
      fc.property(days, (history) => {
        const state = { seen_at, is_held: false, warnings: [] as Warning[] };
        let now = daysAfter(firstDay, -20);
        for (const { jump, isSent, event } of history) {
          now = daysAfter(now, jump);
          if (event === 'seen') state.seen_at = now;
          if (event === 'held' || event === 'released') state.is_held = event === 'held';
          const latest = state.warnings.at(-1);
          if (isSent && latest && !latest.sent_at) latest.sent_at = now;
          const step = nextInactivityStep(state, now);
          if (step.kind === 'remove') {
            expect(state.warnings.map(({ number }) => number)).toEqual([1, 2, 3]);
            const [first] = state.warnings as [Warning];
            expect(now >= daysAfter(first.first_enqueued_at, 90)).toBe(true);
            expect(now >= addYears(state.seen_at, retention.personalDataYears)).toBe(true);
            expect(state.seen_at < first.first_enqueued_at).toBe(true);
            expect(state.is_held).toBe(false);
            return;
          }
          apply(state, step, now);
        }
      }),
      { numRuns: 500 },
    );
  });

  function apply(state: { warnings: Warning[] }, step: InactivityStep, now: Date): void {
    const latest = state.warnings.at(-1);
    if (step.kind === 'reset') state.warnings = [];
    if (step.kind === 'warn') state.warnings.push(unsentWarning(step.number, now));
    if (step.kind === 'repeat_warning' && latest) latest.enqueued_at = now;
  }

  it('every owner to warn is selected for a check', () => {
    const moments = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 1300 }), (seen, later) => {
        const now = daysAfter(seen, later);
        const step = nextInactivityStep(ownerWith({ seen_at: seen }), now);
        if (step.kind === 'warn') expect(seen <= inactivityCutoff(now)).toBe(true);
      }),
    );
  });

  it('pauses between warnings are equal', () => {
    expect(warningPauseDays * retention.inactivityWarnings).toBe(retention.inactivityWarningDays);
  });
});
