import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isDue,
  isPostponed,
  isPostponedLong,
  reasonToCancel,
  releaseAfterInterruptions,
  warningDue,
} from './waiting-rules.ts';

const hour = 60 * 60 * 1000;
const start = new Date('2026-11-15T12:00:00.000Z');
const after = (hours: number) => new Date(start.getTime() + hours * hour);

describe('the owner of a waiting activation', () => {
  it.each([
    [24, [12]],
    [72, [24, 48]],
    [168, [24, 48, 72, 96, 120, 144]],
  ])('with %d hours is warned again after %j', (hours, expected) => {
    const release_at = after(hours);
    let warned_at = start;
    const warned: number[] = [];
    for (let minutes = 0; minutes < hours * 60; minutes += 30) {
      const now = after(minutes / 60);
      if (!warningDue({ waiting_since: start, release_at, warned_at }, now)) continue;
      warned.push(minutes / 60);
      warned_at = now;
    }
    expect(warned).toEqual(expected);
  });

  it('is warned on the last day, however late the job runs', () => {
    const release_at = after(72);
    expect(warningDue({ waiting_since: start, release_at, warned_at: start }, after(71))).toBe(
      'last_day',
    );
    expect(
      warningDue({ waiting_since: start, release_at, warned_at: after(48) }, after(71)),
    ).toBeUndefined();
    expect(warningDue({ waiting_since: start, release_at, warned_at: after(47) }, after(49))).toBe(
      'last_day',
    );
  });

  it('is warned even if a fast clock dated the last warning in the future', () => {
    const release_at = after(168);
    expect(warningDue({ waiting_since: start, release_at, warned_at: after(100) }, after(30))).toBe(
      'daily',
    );
  });
});

it('letters are released on time and never before', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (apartMs) => {
      const now = new Date(start.getTime() + apartMs);
      expect(isDue({ release_at: start }, now)).toBe(apartMs >= 0);
      expect(isDue({ release_at: null }, now)).toBe(false);
    }),
  );
});

describe('a release after an interruption', () => {
  const from = (started: number, ended: number) => ({
    started_at: after(started),
    ended_at: after(ended),
  });

  it.each([
    ['nothing happened', [], 24],
    ['it was over a day before', [from(-2, 0)], 24],
    ['it ended within the last day', [from(1, 5)], 29],
    ['it ended after the release time', [from(20, 44)], 68],
    ['it starts at the release time', [from(24, 30)], 54],
    ['it starts after the release time', [from(24.01, 30)], 24],
    ['another one postpones the new release time', [from(20, 30), from(50, 51)], 75],
    ['the next one starts after the new release time', [from(20, 30), from(54.01, 60)], 54],
    ['a long one contains a short one', [from(10, 40), from(12, 13)], 64],
  ])('is on time or a full day later: %s', (_, interruptions, expected) => {
    expect(releaseAfterInterruptions(after(24), interruptions)).toEqual(after(expected));
  });

  const interruptionLists = fc
    .array(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 0, max: 60 })))
    .map((pairs) =>
      pairs.map(([started, length]) => from(started, started + length)).toSorted(byStart),
    );
  const byStart = (one: { started_at: Date }, other: { started_at: Date }) =>
    one.started_at.getTime() - other.started_at.getTime();

  it('is never earlier, nor within a day after an interruption; repeating changes nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 24, max: 720 }), interruptionLists, (hours, interruptions) => {
        const releaseAt = releaseAfterInterruptions(after(hours), interruptions);
        expect(releaseAt >= after(hours)).toBe(true);
        for (const { started_at, ended_at } of interruptions) {
          const isOvertaken = started_at <= releaseAt;
          const apart = releaseAt.getTime() - ended_at.getTime();
          expect(isOvertaken && apart < 24 * hour).toBe(false);
        }
        expect(releaseAfterInterruptions(releaseAt, interruptions)).toEqual(releaseAt);
        // The release is no later than necessary.
        const reasons = [after(hours), ...interruptions.map((one) => dayAfter(one.ended_at))];
        expect(reasons).toContainEqual(releaseAt);
      }),
    );
  });
  const dayAfter = (moment: Date) => new Date(moment.getTime() + 24 * hour);

  it('counts as postponed, and alerts operators after a week', () => {
    const waits = { waiting_since: start, waiting_hours: 72 };
    const flagsOf = (release_at: Date | null) => {
      const activation = { ...waits, release_at, doubt_dismissed_at: null };
      return [isPostponed(activation), isPostponedLong(activation)];
    };
    expect(flagsOf(null)).toEqual([false, false]);
    expect(flagsOf(after(72))).toEqual([false, false]);
    expect(flagsOf(after(73))).toEqual([true, false]);
    expect(flagsOf(after(72 + 7 * 24))).toEqual([true, false]);
    expect(flagsOf(after(73 + 7 * 24))).toEqual([true, true]);
  });
});

describe('a waiting activation is canceled', () => {
  const contactState = {
    contact_status: 'confirmed' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
    is_vetoed: false,
  };
  const facts = { initiator_user_id: 'anna', contactState, hasSomethingToDeliver: true };

  it('when the contact has left, or nothing remains to deliver', () => {
    expect(reasonToCancel(facts)).toBeUndefined();
    const declined = { ...contactState, contact_status: 'declined' as const };
    expect(reasonToCancel({ ...facts, contactState: declined })).toBe('contact_removed');
    expect(reasonToCancel({ ...facts, contactState: undefined })).toBe('contact_removed');
    expect(reasonToCancel({ ...facts, hasSomethingToDeliver: false })).toBe('nothing_to_deliver');
  });

  it('but not because the payer closed the account', () => {
    const pending = { ...contactState, contact_status: 'pending' as const, bound_user_id: null };
    const withoutPayer = { ...facts, initiator_user_id: null, contactState: pending };
    expect(reasonToCancel(withoutPayer)).toBeUndefined();
  });
});
