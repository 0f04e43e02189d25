import { describe, expect, it } from 'vitest';
import { maintenanceState, validatePeriod } from './maintenance-rules.ts';

const now = new Date('2027-03-01T12:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const at = (ms: number) => new Date(now.getTime() + ms);
const timeOf = (ahead: number, length: number) => ({
  begins_at: at(ahead),
  ends_at: at(ahead + length),
});

describe('maintenance', () => {
  it('is planned a day and the time of the mails ahead, and no later', () => {
    expect(validatePeriod(timeOf(30 * hour, hour), now)).toBeUndefined();
    expect(validatePeriod(timeOf(30 * hour - 1, hour), now)).toEqual({
      field: 'begins_at',
      code: 'maintenance_too_soon',
    });
    expect(validatePeriod(timeOf(-hour, 2 * hour), now)?.code).toBe('maintenance_too_soon');
  });

  it('is planned 90 days ahead at most', () => {
    expect(validatePeriod(timeOf(90 * 24 * hour, hour), now)).toBeUndefined();
    expect(validatePeriod(timeOf(90 * 24 * hour + 1, hour), now)).toEqual({
      field: 'begins_at',
      code: 'maintenance_too_far',
    });
  });

  it('ends after it begins, within a day', () => {
    expect(validatePeriod(timeOf(48 * hour, 24 * hour), now)).toBeUndefined();
    expect(validatePeriod(timeOf(48 * hour, 24 * hour + 1), now)).toEqual({
      field: 'ends_at',
      code: 'maintenance_too_long',
    });
    for (const length of [0, -minute]) {
      expect(validatePeriod(timeOf(48 * hour, length), now)).toEqual({
        field: 'ends_at',
        code: 'outage_ends_before',
      });
    }
  });

  it('is ahead, under way or over, by the minute, unless it was called off', () => {
    const time = { ...timeOf(hour, hour), called_off_at: null };
    const states = [0, hour - 1, hour, 2 * hour - 1, 2 * hour].map((ms) =>
      maintenanceState(time, at(ms)),
    );
    expect(states).toEqual(['planned', 'planned', 'under_way', 'under_way', 'over']);
    expect(maintenanceState({ ...time, called_off_at: now }, at(5 * hour))).toBe('called_off');
  });
});
