import { describe, expect, it } from 'vitest';
import { maintenanceState, validatePeriod } from './maintenance-rules.ts';

const now = new Date('2027-03-01T12:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const at = (ms: number) => new Date(now.getTime() + ms);
const period = (lead: number, duration: number) => ({
  starts_at: at(lead),
  ends_at: at(lead + duration),
});

describe('maintenance', () => {
  it('is planned at least 30 hours ahead: 24 of notice and 6 of mailing', () => {
    expect(validatePeriod(period(30 * hour, hour), now)).toBeUndefined();
    expect(validatePeriod(period(30 * hour - 1, hour), now)).toEqual({
      field: 'starts_at',
      code: 'maintenance_too_soon',
    });
    expect(validatePeriod(period(-hour, 2 * hour), now)?.code).toBe('maintenance_too_soon');
  });

  it('is planned at most 90 days ahead', () => {
    expect(validatePeriod(period(90 * 24 * hour, hour), now)).toBeUndefined();
    expect(validatePeriod(period(90 * 24 * hour + 1, hour), now)).toEqual({
      field: 'starts_at',
      code: 'maintenance_too_far',
    });
  });

  it('lasts at most 24 hours and has a positive duration', () => {
    expect(validatePeriod(period(48 * hour, 24 * hour), now)).toBeUndefined();
    expect(validatePeriod(period(48 * hour, 24 * hour + 1), now)).toEqual({
      field: 'ends_at',
      code: 'maintenance_too_long',
    });
    for (const duration of [0, -minute]) {
      expect(validatePeriod(period(48 * hour, duration), now)).toEqual({
        field: 'ends_at',
        code: 'outage_ends_before',
      });
    }
  });

  it('has a state by time, unless it was cancelled', () => {
    const time = { ...period(hour, hour), cancelled_at: null };
    const states = [0, hour - 1, hour, 2 * hour - 1, 2 * hour].map((ms) =>
      maintenanceState(time, at(ms)),
    );
    expect(states).toEqual(['planned', 'planned', 'under_way', 'under_way', 'over']);
    expect(maintenanceState({ ...time, cancelled_at: now }, at(5 * hour))).toBe('cancelled');
  });
});
