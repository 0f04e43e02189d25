import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import {
  lockHeartbeat,
  readHeartbeat,
  recordInterruption,
  updateHeartbeat,
} from './interruption-repository.ts';
import { downtimeBefore, isUninterrupted } from './interruption-rules.ts';

/** Also records the downtime before this heartbeat, in the same transaction. */
export function recordHeartbeat({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'error'>;
}): Promise<void> {
  return database.transaction(async () => {
    const last = await lockHeartbeat(database);
    if (!last) return;
    // Advancing a movable clock is no downtime, but interruptions are recorded in its time.
    const offsetMs = clock.now().getTime() - systemClock.now().getTime();
    const downtime = downtimeBefore(last, new Date(last.now.getTime() + offsetMs));
    if (downtime) {
      await recordInterruption(database, { id: newId(), kind: 'standstill', ...downtime });
      log.error({ code: 'service_stood_still', ...downtime }, 'no worker was running');
    }
    await updateHeartbeat(database, last);
  });
}

/** True if all downtime is among the interruptions. Call it before reading those. */
export async function isDowntimeRecorded(database: Pick<Database, 'rows'>): Promise<boolean> {
  const last = await readHeartbeat(database);
  return last !== undefined && isUninterrupted(last);
}
