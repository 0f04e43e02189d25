import type { Clock } from '../src/platform/clock/clock.ts';

export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** Runs with the real time and can be moved ahead. */
export function createTestClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

export const minute = 60_000;
export const hour = 60 * minute;
