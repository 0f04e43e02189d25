import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDue, reasonToCallOff, warningDue } from './waiting-rules.ts';

const hour = 60 * 60 * 1000;
const start = new Date('2026-11-15T12:00:00.000Z');
const after = (hours: number) => new Date(start.getTime() + hours * hour);

describe('the owner of what waits', () => {
  it.each([
    [24, []],
    [72, [24, 48]],
    [168, [24, 48, 72, 96, 120, 144]],
  ])('with %d hours is warned again after %j', (hours, expected) => {
    const release_at = after(hours);
    let warned_at = start;
    const warned: number[] = [];
    for (let minutes = 0; minutes < hours * 60; minutes += 30) {
      const now = after(minutes / 60);
      if (!warningDue({ release_at, warned_at }, now)) continue;
      warned.push(minutes / 60);
      warned_at = now;
    }
    expect(warned).toEqual(expected);
  });

  it('is warned on the last day, however long nobody looked', () => {
    const release_at = after(72);
    expect(warningDue({ release_at, warned_at: start }, after(71))).toBe('last_day');
    expect(warningDue({ release_at, warned_at: after(48) }, after(71))).toBeUndefined();
    expect(warningDue({ release_at, warned_at: after(47) }, after(49))).toBe('last_day');
  });

  it('is warned although a clock that ran ahead noted a warning', () => {
    const release_at = after(168);
    expect(warningDue({ release_at, warned_at: after(100) }, after(30))).toBe('daily');
  });
});

it('letters leave at their time and never before', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (apartMs) => {
      const now = new Date(start.getTime() + apartMs);
      expect(isDue({ release_at: start }, now)).toBe(apartMs >= 0);
      expect(isDue({ release_at: null }, now)).toBe(false);
    }),
  );
});

describe('what waits is called off', () => {
  const standing = {
    contact_status: 'confirmed' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
    is_stopped: false,
  };
  const found = { initiator_user_id: 'anna', standing, hasSomethingToDeliver: true };

  it('when its contact is one no more, or nothing is left', () => {
    expect(reasonToCallOff(found)).toBeUndefined();
    const declined = { ...standing, contact_status: 'declined' as const };
    expect(reasonToCallOff({ ...found, standing: declined })).toBe('contact_removed');
    expect(reasonToCallOff({ ...found, standing: undefined })).toBe('contact_removed');
    expect(reasonToCallOff({ ...found, hasSomethingToDeliver: false })).toBe('nothing_to_deliver');
  });

  it('not because who paid has closed their account', () => {
    const pending = { ...standing, contact_status: 'pending' as const, bound_user_id: null };
    const gone = { ...found, initiator_user_id: null, standing: pending };
    expect(reasonToCallOff(gone)).toBeUndefined();
  });
});
