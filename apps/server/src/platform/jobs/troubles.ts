import { isDatabaseUnavailable } from '../database/database-unavailable.ts';
import { areManyTroubles, troublesAfter } from './trouble-rules.ts';

/** Remembers how often the queue lost its database lately; every kind of job asks it by itself. */
export function createTroubles(now: () => number = () => performance.now()) {
  let seen: number[] = [];
  return {
    see: (error: unknown): void => {
      if (isDatabaseUnavailable(error)) seen = troublesAfter(seen, now());
    },
    areMany: (): boolean => areManyTroubles(seen, now()),
  };
}
