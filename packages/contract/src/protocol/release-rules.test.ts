import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChoice,
  defaultReleaseRules,
  formatPaperCode,
  isWeaker,
  mayContinueAloneAt,
  parsePaperCode,
  type ReleaseRules,
  releaseAt,
  rulesAt,
  type StoredReleaseRules,
  waitingChoices,
  waitingHoursOf,
} from './release-rules.ts';

const hour = 3_600_000;
const start = new Date('2026-11-16T12:00:00Z');
const after = (hours: number, moment = start) => new Date(moment.getTime() + hours * hour);
const rules = (waiting_hours: number, needs_second = false): ReleaseRules => ({
  waiting_hours,
  needs_second,
});
const stored = (waiting_hours: number, needs_second = false): StoredReleaseRules => ({
  ...rules(waiting_hours, needs_second),
  pending: null,
});

describe('choice of settings', () => {
  it('applies stronger protection immediately', () => {
    expect(applyChoice(defaultReleaseRules, rules(72), start)).toEqual(stored(72));
    expect(applyChoice(stored(24), rules(24, true), start)).toEqual(stored(24, true));
  });

  it('applies weaker protection exactly after the present waiting period', () => {
    const next = applyChoice(stored(168, true), rules(24), start);
    expect(next.pending?.from).toEqual(after(168));
    expect(rulesAt(next, new Date(after(168).getTime() - 1))).toEqual(rules(168, true));
    expect(rulesAt(next, after(168))).toEqual(rules(24));
  });

  it('applies the stronger part of a mixed choice immediately', () => {
    const next = applyChoice(stored(24, true), rules(720), start);
    expect(rulesAt(next, start)).toEqual(rules(720, true));
    expect(rulesAt(next, after(24))).toEqual(rules(720));
    const other = applyChoice(stored(72), rules(24, true), start);
    expect(rulesAt(other, start)).toEqual(rules(72, true));
    expect(rulesAt(other, after(72))).toEqual(rules(24, true));
  });

  it('keeps the date of a pending choice when repeated', () => {
    const next = applyChoice(stored(168), rules(0), start);
    expect(applyChoice(next, rules(0), after(100))).toBe(next);
  });

  it('replaces a pending weaker choice by the present settings', () => {
    const next = applyChoice(stored(168), rules(0), start);
    expect(applyChoice(next, rules(168), after(167))).toEqual(stored(168));
  });

  it('is compared with the pending choice once that applies', () => {
    const next = applyChoice(stored(168), rules(24), start);
    expect(applyChoice(next, rules(72), after(168))).toEqual(stored(72));
    expect(applyChoice(next, rules(0), after(168)).pending?.from).toEqual(after(168 + 24));
  });

  it('drops the second contact immediately without a waiting period', () => {
    expect(applyChoice(stored(0, true), rules(0), start)).toEqual(stored(0));
  });
});

describe('isWeaker', () => {
  it('compares waiting period and second contact separately', () => {
    expect(isWeaker(rules(24), rules(72))).toBe(true);
    expect(isWeaker(rules(72), rules(72))).toBe(false);
    expect(isWeaker(rules(72), rules(72, true))).toBe(true);
    expect(isWeaker(rules(72, true), rules(72))).toBe(false);
    expect(isWeaker(rules(24, true), rules(72))).toBe(true);
  });
});

/** Random choices, such as an intruder might make; `stepsArbitrary` adds pauses in hours. */
const choiceArbitrary = fc.record({
  waiting_hours: fc.constantFrom(...waitingChoices),
  needs_second: fc.boolean(),
});
const stepsArbitrary = fc.array(
  fc.record({ pause: fc.integer({ min: 0, max: 400 }), choice: choiceArbitrary }),
  { maxLength: 12 },
);
type Steps = { pause: number; choice: ReleaseRules }[];

/** The stored settings after every step, with its hour. */
function applySteps(from: StoredReleaseRules, steps: Steps) {
  let [state, hours] = [from, 0];
  return steps.map(({ pause, choice }) => {
    const before = state;
    hours += pause;
    state = applyChoice(before, choice, after(hours));
    return { hours, choice, before, state };
  });
}

/** Hours at which the settings may change, each with the hour before it. */
function momentsOf(trace: ReturnType<typeof applySteps>): number[] {
  const ends = trace.flatMap(({ hours, state }) => {
    const from = state.pending?.from;
    return from ? [hours, (from.getTime() - start.getTime()) / hour] : [hours];
  });
  return [...new Set(ends.flatMap((hours) => [hours - 1, hours]))].filter((hours) => hours >= 0);
}

/** The settings at an hour of the sequence. */
function rulesDuring(
  from: StoredReleaseRules,
  trace: ReturnType<typeof applySteps>,
  hours: number,
): ReleaseRules {
  const last = trace.findLast((step) => step.hours <= hours);
  return rulesAt(last?.state ?? from, after(hours));
}

describe('any sequence of choices', () => {
  it('never weakens the settings before the present waiting period has passed', () => {
    fc.assert(
      fc.property(choiceArbitrary, stepsArbitrary, (today, steps) => {
        const from = { ...today, pending: null };
        const trace = applySteps(from, steps);
        for (const hours of momentsOf(trace)) {
          if (hours >= today.waiting_hours) continue;
          expect(isWeaker(rulesDuring(from, trace, hours), today)).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not shorten the delay of later choices by a pending one', () => {
    fc.assert(
      fc.property(choiceArbitrary, choiceArbitrary, stepsArbitrary, (today, earlier, steps) => {
        // The owner chose a weaker setting yesterday; then the account is taken over.
        const from = applyChoice({ ...today, pending: null }, earlier, after(-24));
        const trace = applySteps(from, steps);
        const now = rulesAt(from, start);
        const { pending } = from;
        const isPending = pending !== null && pending.from > start;
        const announced = isPending ? (pending.from.getTime() - start.getTime()) / hour : 0;
        const safe = isPending
          ? Math.min(now.waiting_hours, announced + pending.waiting_hours)
          : now.waiting_hours;
        for (const hours of momentsOf(trace)) {
          if (hours >= safe) continue;
          const withoutSteps = rulesAt(from, after(hours));
          const applied = rulesDuring(from, trace, hours);
          expect(isWeaker(applied, now) && isWeaker(applied, withoutSteps)).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('never applies less protection than chosen a waiting period ago', () => {
    fc.assert(
      fc.property(choiceArbitrary, stepsArbitrary, (today, steps) => {
        const from = { ...today, pending: null };
        const trace = applySteps(from, steps);
        const moments = momentsOf(trace).sort((one, other) => one - other);
        for (const [index, hours] of moments.entries()) {
          const earlier = moments[index - 1];
          if (earlier === undefined) continue;
          const applied = rulesDuring(from, trace, hours);
          if (!isWeaker(applied, rulesDuring(from, trace, earlier))) continue;
          const announced = trace.some(({ hours: at, choice, before }) => {
            const waited = rulesAt(before, after(at)).waiting_hours;
            return !isWeaker(applied, choice) && at + waited <= hours;
          });
          expect(announced).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('finally applies the last choice', () => {
    fc.assert(
      fc.property(choiceArbitrary, stepsArbitrary, choiceArbitrary, (today, steps, last) => {
        const trace = applySteps({ ...today, pending: null }, [
          ...steps,
          { pause: 0, choice: last },
        ]);
        const end = trace.at(-1);
        expect(end && rulesAt(end.state, after(end.hours + 720))).toEqual(last);
      }),
    );
  });
});

describe('waiting period', () => {
  it('is doubled without the second contact, and at least seven days', () => {
    const alone = waitingChoices.map((hours) => waitingHoursOf(rules(hours), true));
    expect(alone).toEqual([168, 168, 168, 336, 672, 1440]);
  });

  it("otherwise equals the owner's choice", () => {
    const usual = waitingChoices.map((hours) => waitingHoursOf(rules(hours, true), false));
    expect(usual).toEqual([...waitingChoices]);
  });

  it('starts with the payment', () => {
    expect(releaseAt(start, 72)).toEqual(new Date('2026-11-19T12:00:00Z'));
    expect(releaseAt(start, 0)).toEqual(start);
  });

  it("starts after at most two weeks without the second contact's answer", () => {
    expect(mayContinueAloneAt(start)).toEqual(new Date('2026-11-30T12:00:00Z'));
  });
});

describe('paper code', () => {
  const code = 'ABCDE23456FGHJK789MN';

  it('is printed in groups, and accepted as printed or typed', () => {
    expect(formatPaperCode(code)).toBe('ABCDE-23456-FGHJK-789MN');
    for (const typed of [code, formatPaperCode(code), 'abcde 23456 – fghjk—789mn '])
      expect(parsePaperCode(typed)).toBe(code);
  });

  it('is refused with a wrong length or a character outside of the alphabet', () => {
    for (const typed of ['', code.slice(1), `${code}A`, `${code.slice(1)}O`, `${code.slice(1)}0`])
      expect(parsePaperCode(typed)).toBeUndefined();
  });
});
