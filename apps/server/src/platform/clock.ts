import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { readDatabaseTime } from './database/timestamps.ts';

/** The only source of the current time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** For development and tests. */
export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

export function createMovableClock(): MovableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (milliseconds) => {
      offsetMs += milliseconds;
    },
  };
}

/** The actual time is between these two. */
interface TimeBounds {
  earliest: Date;
  latest: Date;
}

const reportedSkewMs = 60_000;

/**
 * Returns the earlier and the later time of the server clock and the database clock. A period
 * starts at `latest` and ends at `earliest`, so a single wrong clock can only lengthen it.
 */
export async function readTimeBounds({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'error'>;
}): Promise<TimeBounds> {
  // Compares system clocks: a movable clock moves both bounds.
  const skewMs = (await readDatabaseTime(database)).getTime() - systemClock.now().getTime();
  const now = clock.now().getTime();
  if (Math.abs(skewMs) > reportedSkewMs) {
    log.error({ code: 'clocks_apart', apart_ms: skewMs }, 'server and database clocks differ');
  }
  return {
    earliest: new Date(now + Math.min(0, skewMs)),
    latest: new Date(now + Math.max(0, skewMs)),
  };
}
