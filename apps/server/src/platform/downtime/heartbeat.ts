import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { lockSign, noteInterruption, readSign, renewSign } from './interruption-repository.ts';
import { isUnbroken, standstillBefore } from './interruption-rules.ts';

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
    const sign = await lockSign(database);
    if (!sign) return;
    // A clock that was put ahead for a trial is no standstill; what there is, is told by that clock.
    const aheadMs = clock.now().getTime() - systemClock.now().getTime();
    const standstill = standstillBefore(sign, new Date(sign.now.getTime() + aheadMs));
    if (standstill) {
      await noteInterruption(database, { id: newId(), kind: 'standstill', ...standstill });
      log.error({ code: 'service_stood_still', ...standstill }, 'no worker ran for a while');
    }
    await renewSign(database, sign);
  });
}

/**
 * Whether every standstill until now is among the interruptions. Ask before reading those: a sign
 * that comes in between brings its own along.
 */
export async function isDowntimeRecorded(database: Pick<Database, 'rows'>): Promise<boolean> {
  const sign = await readSign(database);
  return sign !== undefined && isUnbroken(sign);
}
