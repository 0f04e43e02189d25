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

/**
 * Notes that a worker runs. A time without one before that becomes an interruption in the same
 * transaction: who sees this sign sees it as well.
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
    const sign = await lockHeartbeat(database);
    if (!sign) return;
    // A clock that was put ahead for a trial is no standstill; what there is, is told by that clock.
    const aheadMs = clock.now().getTime() - systemClock.now().getTime();
    const standstill = downtimeBefore(sign, new Date(sign.now.getTime() + aheadMs));
    if (standstill) {
      await recordInterruption(database, { id: newId(), kind: 'standstill', ...standstill });
      log.error({ code: 'service_stood_still', ...standstill }, 'no worker ran for a while');
    }
    await updateHeartbeat(database, sign);
  });
}

/**
 * Whether every standstill until now is among the interruptions. Ask before reading those: a sign
 * that comes in between brings its own along.
 */
export async function isDowntimeRecorded(database: Pick<Database, 'rows'>): Promise<boolean> {
  const sign = await readHeartbeat(database);
  return sign !== undefined && isUninterrupted(sign);
}
