import {
  checkInRepeatsPerRound,
  checkIntervalDays,
  presenceFrequencies,
} from '@zavet/contract/protocol/check-in-values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isLastStep,
  lookAgainAt,
  nextStep,
  type OpenRound,
  type SentCheckIn,
  type WatchedOwner,
} from './check-in-rules.ts';

const dayMs = 24 * 60 * 60 * 1000;
const start = new Date('2026-11-15T09:00:00Z');
const day = (days: number) => new Date(start.getTime() + days * dayMs);
const watched = (facts: Partial<WatchedOwner> = {}): WatchedOwner => ({
  frequency: 'weekly',
  is_paused: false,
  round: undefined,
  ...facts,
});
const mail = (number: number, sentDay: number | null, orderedDay = sentDay ?? 0) => ({
  number,
  ordered_at: day(orderedDay),
  sent_at: sentDay === null ? null : day(sentDay),
  is_refused: false,
  repeats: 0,
});
const lost = (sent: SentCheckIn, repeats = 0): SentCheckIn => ({
  ...sent,
  is_refused: true,
  repeats,
});
const round = (...check_ins: OpenRound['check_ins']): OpenRound => ({
  started_at: day(7),
  told_at: null,
  check_ins,
});

describe('without a round', () => {
  test.each(Object.entries(checkIntervalDays))(
    '%s asks after %i days, not before',
    (name, days) => {
      const owner = watched({ frequency: name as 'weekly' });
      const due = day(days);
      expect(nextStep(owner, start, new Date(due.getTime() - 1))).toEqual({
        kind: 'wait',
        until: due,
      });
      expect(nextStep(owner, start, due)).toEqual({ kind: 'ask', number: 1 });
    },
  );

  test('nobody is asked who did not want to be, or whose protocol is active', () => {
    const forEver = { kind: 'wait', until: null };
    expect(nextStep(watched({ frequency: 'disabled' }), start, day(9999))).toEqual(forEver);
    expect(nextStep(watched({ is_paused: true }), start, day(9999))).toEqual(forEver);
  });
});

describe('in a round', () => {
  test('the next mail comes a week after the former one was really sent', () => {
    const owner = watched({ round: round(mail(1, 9, 7)) });
    expect(nextStep(owner, start, day(15.9))).toEqual({ kind: 'wait', until: day(16) });
    expect(nextStep(owner, start, day(16))).toEqual({ kind: 'ask', number: 2 });
  });

  test('a mail that nobody has taken yet is waited for, and ordered again when it must be lost', () => {
    const owner = watched({ round: round(mail(1, 7), mail(2, null, 14)) });
    expect(nextStep(owner, start, day(21.9))).toEqual({ kind: 'wait', until: day(22) });
    expect(nextStep(owner, start, day(22))).toEqual({ kind: 'ask_again', number: 2 });
  });

  test('contacts are told a week after the third mail, and then it rests', () => {
    const three = round(mail(1, 7), mail(2, 14), mail(3, 21));
    expect(isLastStep(three)).toBe(true);
    expect(isLastStep(round(mail(1, 7), mail(2, 14)))).toBe(false);
    expect(nextStep(watched({ round: three }), start, day(27.9))).toEqual({
      kind: 'wait',
      until: day(28),
    });
    expect(nextStep(watched({ round: three }), start, day(28))).toEqual({ kind: 'tell_contacts' });
    const told = { ...three, told_at: day(28) };
    expect(isLastStep(told)).toBe(false);
    expect(nextStep(watched({ round: told }), start, day(999))).toEqual({
      kind: 'wait',
      until: null,
    });
  });

  test('nothing goes on while the protocol is active, but a sign of life still ends it', () => {
    const owner = watched({ is_paused: true, round: round(mail(1, 7)) });
    expect(nextStep(owner, start, day(99))).toEqual({ kind: 'wait', until: null });
    expect(nextStep(owner, day(98), day(99))).toEqual({ kind: 'end_round' });
  });
});

describe('when to look again', () => {
  const waits = { kind: 'wait', until: null } as const;

  test('a round is looked at every time, and once a day when its contacts were told long ago', () => {
    expect(lookAgainAt(waits, { told_at: null }, start)).toEqual(start);
    expect(lookAgainAt(waits, { told_at: day(-29) }, start)).toEqual(start);
    expect(lookAgainAt(waits, { told_at: day(-30) }, start)).toEqual(day(1));
  });

  test('a quiet owner is looked at when it is due, and once a day while nobody is asked', () => {
    expect(lookAgainAt({ kind: 'wait', until: day(5) }, undefined, start)).toEqual(day(5));
    expect(lookAgainAt({ kind: 'wait', until: day(0.5) }, undefined, start)).toEqual(day(0.5));
    expect(lookAgainAt(waits, undefined, start)).toEqual(day(1));
    expect(lookAgainAt({ kind: 'ask', number: 1 }, undefined, start)).toEqual(start);
  });
});

/** What may happen between two looks of the job. */
const passing = (from: number, to: number) =>
  fc.integer({ min: from * 24, max: to * 24 }).map((hours) => ({ kind: 'pass' as const, hours }));
const happening = fc.oneof(
  { weight: 16, arbitrary: passing(0, 9) },
  { weight: 2, arbitrary: passing(10, 2000) },
  { weight: 16, arbitrary: fc.constant({ kind: 'mail_taken' as const }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'mail_lost' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'sign_of_life' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'pause' as const }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

interface Told {
  at: Date;
  seenAt: Date;
  sent: (Date | null)[];
  lost: number;
  repeats: number;
}

/** Plays the job after every happening, as it keeps its rows, and gathers what contacts were told. */
function play(frequency: WatchedOwner['frequency'], happenings: readonly Happening[]) {
  let now = start;
  let seenAt = start;
  const owner = watched({ frequency }) as {
    -readonly [Key in keyof WatchedOwner]: WatchedOwner[Key];
  };
  const told: Told[] = [];
  const asked: { at: Date; number: number; seenAt: Date; isPaused: boolean }[] = [];
  for (const one of happenings) {
    if (one.kind === 'pass') now = new Date(now.getTime() + (one.hours / 24) * dayMs);
    if (one.kind === 'sign_of_life') seenAt = now;
    if (one.kind === 'pause') owner.is_paused = !owner.is_paused;
    if (one.kind === 'mail_taken' && owner.round) {
      const check_ins = owner.round.check_ins.map((mailed) => ({
        ...mailed,
        sent_at: mailed.sent_at ?? now,
      }));
      owner.round = { ...owner.round, check_ins };
    }
    if (one.kind === 'mail_lost' && owner.round) {
      const [latest, ...others] = owner.round.check_ins.toReversed();
      const check_ins = latest?.sent_at
        ? [...others.toReversed(), lost(latest, latest.repeats)]
        : [];
      if (check_ins.length > 0) owner.round = { ...owner.round, check_ins };
    }
    const step = nextStep(owner, seenAt, now);
    const former: OpenRound = owner.round ?? { started_at: now, told_at: null, check_ins: [] };
    switch (step.kind) {
      case 'end_round':
        owner.round = undefined;
        break;
      case 'ask': {
        asked.push({ at: now, number: step.number, seenAt, isPaused: owner.is_paused });
        const next = {
          ...{ number: step.number, ordered_at: now, sent_at: null },
          ...{ is_refused: false, repeats: 0 },
        };
        owner.round = { ...former, check_ins: [...former.check_ins, next] };
        break;
      }
      case 'ask_again': {
        const check_ins = former.check_ins.map((mailed) =>
          mailed.number === step.number
            ? {
                ...{ ...mailed, ordered_at: now, sent_at: null, is_refused: false },
                repeats: mailed.repeats + Number(mailed.is_refused),
              }
            : mailed,
        );
        owner.round = { ...former, check_ins };
        break;
      }
      case 'tell_contacts':
        told.push({
          ...{ at: now, seenAt },
          sent: former.check_ins.map(({ sent_at }) => sent_at),
          lost: former.check_ins.filter(({ is_refused }) => is_refused).length,
          repeats: former.check_ins.reduce((sum, { repeats }) => sum + repeats, 0),
        });
        owner.round = { ...former, told_at: now };
        break;
      default:
        break;
    }
  }
  return { told, asked, round: owner.round, seenAt };
}

const lives = fc.array(happening, { maxLength: 60, size: 'max' });
const wanted = fc.constantFrom(...presenceFrequencies);

test('contacts are never told without three unanswered mails, each a week after the other', () => {
  let tellings = 0;
  fc.assert(
    fc.property(wanted, lives, (frequency, happenings) => {
      for (const { at, seenAt, sent, lost, repeats } of play(frequency, happenings).told) {
        tellings += 1;
        expect(sent).toHaveLength(3);
        // One that is known not to have arrived counts only after three more tries.
        if (lost > 0) expect(repeats).toBe(checkInRepeatsPerRound);
        const moments = [...sent, at].map((moment) => moment?.getTime() ?? Number.NaN);
        for (const [index, moment] of moments.entries()) {
          expect(moment).toBeGreaterThan(seenAt.getTime());
          if (index === 0) continue;
          expect(moment - (moments[index - 1] ?? Number.NaN)).toBeGreaterThanOrEqual(7 * dayMs);
        }
      }
    }),
    { numRuns: 1000 },
  );
  // A property over nothing proves nothing.
  expect(tellings).toBeGreaterThan(50);
});

test('mails of a round are numbered from one, a week apart, whatever the clock has jumped over', () => {
  fc.assert(
    fc.property(wanted, lives, (frequency, happenings) => {
      const { asked } = play(frequency, happenings);
      for (const [index, { at, number, seenAt, isPaused }] of asked.entries()) {
        expect(frequency).not.toBe('disabled');
        expect(isPaused).toBe(false);
        const former = asked[index - 1];
        if (number === 1) {
          const days = checkIntervalDays[frequency as keyof typeof checkIntervalDays];
          expect(at.getTime() - seenAt.getTime()).toBeGreaterThanOrEqual(days * dayMs);
        } else {
          expect(number).toBe((former?.number ?? Number.NaN) + 1);
          expect(at.getTime() - (former?.at.getTime() ?? Number.NaN)).toBeGreaterThanOrEqual(
            7 * dayMs,
          );
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test('a sign of life at any time ends the round', () => {
  fc.assert(
    fc.property(wanted, lives, (frequency, happenings) => {
      const { round: left } = play(frequency, [...happenings, { kind: 'sign_of_life' }]);
      expect(left).toBeUndefined();
    }),
  );
});
