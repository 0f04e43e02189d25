import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { readDatabaseTime } from './database/timestamps.ts';

const noticedMs = 60_000;

/** The only source of the current time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be put ahead. */
export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

export function createMovableClock(): MovableClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

/** The time is somewhere in here. */
interface TimeBounds {
  earliest: Date;
  latest: Date;
}

/**
 * The time as two machines tell it, ours and the database's. Code that must not act too early begins
 * to count at the latest and ends at the earliest: one clock that jumps then makes it late, not early.
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
  const theirs = await readDatabaseTime(database);
  // Ours may have been put ahead for a trial; theirs goes along.
  const apartMs = theirs.getTime() - systemClock.now().getTime();
  const now = clock.now().getTime();
  if (Math.abs(apartMs) > noticedMs) {
    log.error({ code: 'clocks_apart', apart_ms: apartMs }, 'our clock and the database disagree');
  }
  return {
    earliest: new Date(now + Math.min(0, apartMs)),
    latest: new Date(now + Math.max(0, apartMs)),
  };
}
