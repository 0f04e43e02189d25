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

  it('is warned although a fast clock dated the last warning in the future', () => {
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
  const from = (began: number, ended: number) => ({
    started_at: after(began),
    ended_at: after(ended),
  });

  it.each([
    ['nothing happened', [], 24],
    ['it was over a day before', [from(-2, 0)], 24],
    ['it ended within the last day', [from(1, 5)], 29],
    ['it ended after their time', [from(20, 44)], 68],
    ['it begins when they leave', [from(24, 30)], 54],
    ['it begins after they left', [from(24.01, 30)], 24],
    ['the new day is overtaken as well', [from(20, 30), from(50, 51)], 75],
    ['the next one begins after the new day', [from(20, 30), from(54.01, 60)], 54],
    ['a long one holds a short one', [from(10, 40), from(12, 13)], 64],
  ])('is on time or a full day later: %s', (_, interruptions, expected) => {
    expect(releaseAfterInterruptions(after(24), interruptions)).toEqual(after(expected));
  });

  const some = fc
    .array(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 0, max: 60 })))
    .map((pairs) =>
      pairs.map(([began, length]) => from(began, began + length)).toSorted(byBeginning),
    );
  const byBeginning = (one: { started_at: Date }, other: { started_at: Date }) =>
    one.started_at.getTime() - other.started_at.getTime();

  it('is never earlier, nor within a day after an interruption; repeating changes nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 24, max: 720 }), some, (hours, interruptions) => {
        const leaveAt = releaseAfterInterruptions(after(hours), interruptions);
        expect(leaveAt >= after(hours)).toBe(true);
        for (const { started_at, ended_at } of interruptions) {
          const isOvertaken = started_at <= leaveAt;
          const apart = leaveAt.getTime() - ended_at.getTime();
          expect(isOvertaken && apart < 24 * hour).toBe(false);
        }
        expect(releaseAfterInterruptions(leaveAt, interruptions)).toEqual(leaveAt);
        // And not later than a full day requires.
        const reasons = [after(hours), ...interruptions.map((one) => dayAfter(one.ended_at))];
        expect(reasons).toContainEqual(leaveAt);
      }),
    );
  });
  const dayAfter = (moment: Date) => new Date(moment.getTime() + 24 * hour);

  it('is postponed or not, and alerts operators after a week', () => {
    const waits = { waiting_since: start, waiting_hours: 72 };
    const says = (release_at: Date | null) => {
      const activation = { ...waits, release_at, doubt_dismissed_at: null };
      return [isPostponed(activation), isPostponedLong(activation)];
    };
    expect(says(null)).toEqual([false, false]);
    expect(says(after(72))).toEqual([false, false]);
    expect(says(after(73))).toEqual([true, false]);
    expect(says(after(72 + 7 * 24))).toEqual([true, false]);
    expect(says(after(73 + 7 * 24))).toEqual([true, true]);
  });
});

describe('a waiting activation is canceled', () => {
  const standing = {
    contact_status: 'confirmed' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
    is_vetoed: false,
  };
  const found = { initiator_user_id: 'anna', standing, hasSomethingToDeliver: true };

  it('when the contact is gone, or nothing is left to deliver', () => {
    expect(reasonToCancel(found)).toBeUndefined();
    const declined = { ...standing, contact_status: 'declined' as const };
    expect(reasonToCancel({ ...found, standing: declined })).toBe('contact_removed');
    expect(reasonToCancel({ ...found, standing: undefined })).toBe('contact_removed');
    expect(reasonToCancel({ ...found, hasSomethingToDeliver: false })).toBe('nothing_to_deliver');
  });

  it('not because the payer closed the account', () => {
    const pending = { ...standing, contact_status: 'pending' as const, bound_user_id: null };
    const gone = { ...found, initiator_user_id: null, standing: pending };
    expect(reasonToCancel(gone)).toBeUndefined();
  });
});
