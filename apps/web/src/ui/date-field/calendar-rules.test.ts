import { describe, expect, it } from 'vitest';
import { dayAfterKey, dayInMonth, weeksOf } from './calendar-rules.ts';

describe('the weeks of a month', () => {
  it('are full and start on Monday', () => {
    const weeks = weeksOf('2026-11-17', 'ru');
    expect(weeks[0]?.[0]).toBe('2026-10-26');
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
    expect(weeks).toHaveLength(6);
  });

  it('start on Sunday in English and Portuguese', () => {
    expect(weeksOf('2026-11-17', 'en')[0]?.[0]).toBe('2026-11-01');
    expect(weeksOf('2026-11-17', 'pt')[0]?.[0]).toBe('2026-11-01');
  });
});

describe('a key in the calendar', () => {
  const from = (key: string, shift = false) =>
    dayAfterKey('2026-11-30', key, { language: 'ru', shift });

  it.each([
    ['ArrowLeft', '2026-11-29'],
    ['ArrowRight', '2026-12-01'],
    ['ArrowUp', '2026-11-23'],
    ['ArrowDown', '2026-12-07'],
    ['Home', '2026-11-30'],
    ['End', '2026-12-06'],
    ['PageUp', '2026-10-30'],
    ['PageDown', '2026-12-30'],
  ])('%s moves to %s', (key, day) => {
    expect(from(key)).toBe(day);
  });

  it('Page Up and Page Down with Shift move by a year', () => {
    expect(from('PageUp', true)).toBe('2025-11-30');
    expect(dayAfterKey('2024-02-29', 'PageDown', { language: 'ru', shift: true })).toBe(
      '2025-02-28',
    );
  });

  it('other keys do not move', () => {
    expect(from('a')).toBeUndefined();
  });
});

it('keeps the day in another month, clamped to its last day', () => {
  expect(dayInMonth('2026-01-31', 2026, 2)).toBe('2026-02-28');
  expect(dayInMonth('2026-11-17', 1956, 4)).toBe('1956-04-17');
});
