import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { moveQueueBack } from '../jobs/queue-repository.ts';
import {
  lockHeartbeat,
  readHeartbeat,
  recordInterruption,
  updateHeartbeat,
} from './interruption-repository.ts';
import { clockSetBackMs, downtimeBefore, isUninterrupted } from './interruption-rules.ts';

/**
 * Records a heartbeat, and in the same transaction the downtime before it. Repairs the job queue if
 * the database clock was set back.
 */
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
    const setBackMs = clockSetBackMs(last);
    if (setBackMs > 0) {
      await moveQueueBack(database, setBackMs);
      const seconds = Math.round(setBackMs / 1_000);
      log.error({ code: 'clock_set_back', seconds }, 'the clock of the database was set back');
    }
    // Advancing the development clock is no downtime, but interruptions are recorded in its time.
    const offsetMs = clock.now().getTime() - systemClock.now().getTime();
    const downtime = downtimeBefore(last, new Date(last.now.getTime() + offsetMs));
    if (downtime) {
      await recordInterruption(database, { id: newId(), kind: 'downtime', ...downtime });
      log.error({ code: 'service_interrupted', ...downtime }, 'no worker was running');
    }
    await updateHeartbeat(database, last);
  });
}

/**
 * Checks the database clock outside of the queue: after the clock was set back, the queue would not
 * run the heartbeat job until the clock has caught up.
 */
export function watchDatabaseClock(
  ctx: Parameters<typeof recordHeartbeat>[0],
  signal: AbortSignal,
): void {
  const check = async () => {
    const last = await readHeartbeat(ctx.database);
    if (last && clockSetBackMs(last) > 0) await recordHeartbeat(ctx);
  };
  const timer = setInterval(() => void check().catch(() => {}), checkIntervalMs);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

const checkIntervalMs = 20_000;

/** True if all downtime so far is recorded. Call it before reading the interruptions. */
export async function isDowntimeRecorded(database: Pick<Database, 'rows'>): Promise<boolean> {
  const last = await readHeartbeat(database);
  return last !== undefined && isUninterrupted(last);
}
