import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Clock, systemClock } from './clock.ts';
import { readDatabaseTime } from './database-time-repository.ts';

/** The time is somewhere in here. */
export interface TimeSpan {
  earliest: Date;
  latest: Date;
}

const noticedMs = 60_000;

/**
 * The time as two machines tell it, ours and the database's. Code that must not act too early begins
 * to count at the latest and ends at the earliest: one clock that jumps then makes it late, not early.
 */
export async function readTimeSpan({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'error'>;
}): Promise<TimeSpan> {
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
