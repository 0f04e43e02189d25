import {
  checkInFrequencies,
  checkInRepeatsPerRound,
  checkIntervalDays,
} from '@zavet/contract/protocol/check-in-values';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextStep, type OpenRound, type WatchedOwner } from './check-in-rules.ts';

const dayMs = 24 * 60 * 60 * 1000;
const start = new Date('2026-11-15T09:00:00Z');

const days = (from: number, to: number) =>
  fc.integer({ min: from * 24, max: to * 24 }).map((hours) => ({ kind: 'pass' as const, hours }));
const event = fc.oneof(
  { weight: 16, arbitrary: days(0, 9) },
  { weight: 2, arbitrary: days(10, 2000) },
  { weight: 16, arbitrary: fc.constant({ kind: 'mail_accepted' as const }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'mail_bounced' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'activity' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'pause' as const }) },
);
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;

interface Notice {
  at: Date;
  seenAt: Date;
  sent: (Date | null)[];
  lost: number;
  repeats: number;
}

/** Runs the rules after every event, and collects the check-ins and the notices to contacts. */
function simulate(frequency: WatchedOwner['frequency'], events: readonly Event[]) {
  let now = start;
  let seenAt = start;
  let isPaused = false;
  let round: OpenRound | undefined;
  const notices: Notice[] = [];
  const sent: { at: Date; number: number; seenAt: Date; isPaused: boolean }[] = [];
  for (const event of events) {
    if (event.kind === 'pass') now = new Date(now.getTime() + (event.hours / 24) * dayMs);
    if (event.kind === 'activity') seenAt = now;
    if (event.kind === 'pause') isPaused = !isPaused;
    if (event.kind === 'mail_accepted' && round) {
      const check_ins = round.check_ins.map((checkIn) => ({
        ...checkIn,
        sent_at: checkIn.sent_at ?? now,
      }));
      round = { ...round, check_ins };
    }
    if (event.kind === 'mail_bounced' && round) {
      const [latest, ...others] = round.check_ins.toReversed();
      const check_ins = latest?.sent_at
        ? [...others.toReversed(), { ...latest, is_refused: true }]
        : [];
      if (check_ins.length > 0) round = { ...round, check_ins };
    }
    const step = nextStep({ frequency, is_paused: isPaused, round }, seenAt, now);
    const former: OpenRound = round ?? { started_at: now, notified_at: null, check_ins: [] };
    switch (step.kind) {
      case 'end_round':
        round = undefined;
        break;
      case 'send': {
        sent.push({ at: now, number: step.number, seenAt, isPaused });
        const next = {
          ...{ number: step.number, enqueued_at: now, sent_at: null },
          ...{ is_refused: false, repeats: 0 },
        };
        round = { ...former, check_ins: [...former.check_ins, next] };
        break;
      }
      case 'resend': {
        const check_ins = former.check_ins.map((checkIn) =>
          checkIn.number === step.number
            ? {
                ...{ ...checkIn, enqueued_at: now, sent_at: null, is_refused: false },
                repeats: checkIn.repeats + Number(checkIn.is_refused),
              }
            : checkIn,
        );
        round = { ...former, check_ins };
        break;
      }
      case 'notify_contacts':
        notices.push({
          ...{ at: now, seenAt },
          sent: former.check_ins.map(({ sent_at }) => sent_at),
          lost: former.check_ins.filter(({ is_refused }) => is_refused).length,
          repeats: former.check_ins.reduce((sum, { repeats }) => sum + repeats, 0),
        });
        round = { ...former, notified_at: now };
        break;
      default:
        break;
    }
  }
  return { notices, sent, round };
}

const histories = fc.array(event, { maxLength: 60, size: 'max' });
const frequencies = fc.constantFrom(...checkInFrequencies);

test('never notifies contacts without three unanswered mails, each a week apart', () => {
  let notified = 0;
  fc.assert(
    fc.property(frequencies, histories, (frequency, events) => {
      for (const { at, seenAt, sent, lost, repeats } of simulate(frequency, events).notices) {
        notified += 1;
        expect(sent).toHaveLength(3);
        // A mail that did not arrive counts as unanswered only after three resends.
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
  // The property must not hold vacuously.
  expect(notified).toBeGreaterThan(50);
});

test('sends numbered mails a week apart, also after clock jumps', () => {
  fc.assert(
    fc.property(frequencies, histories, (frequency, events) => {
      const { sent } = simulate(frequency, events);
      for (const [index, { at, number, seenAt, isPaused }] of sent.entries()) {
        expect(frequency).not.toBe('disabled');
        expect(isPaused).toBe(false);
        const former = sent[index - 1];
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

test('ends the round on activity at any time', () => {
  fc.assert(
    fc.property(frequencies, histories, (frequency, events) => {
      const { round } = simulate(frequency, [...events, { kind: 'activity' }]);
      expect(round).toBeUndefined();
    }),
  );
});
