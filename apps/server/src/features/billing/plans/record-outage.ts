import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { recordInterruption } from '../../../platform/downtime/interruption-repository.ts';
import { newId } from '../../../platform/ids.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import { insertOutage } from './outage-repository.ts';

/**
 * Records an outage for the job that makes it good; letters that wait leave a day after it or later.
 * False when exactly this one is recorded already.
 */
export function recordOutage(
  { database, clock }: { database: Database; clock: Clock },
  actor: AuditEntry['actor'],
  { began_at, ended_at }: { began_at: Date; ended_at: Date },
): Promise<boolean> {
  return database.transaction(async () => {
    const id = newId();
    if (!(await insertOutage(database, began_at, ended_at, clock.now(), id))) return false;
    await recordInterruption(database, { id, kind: 'outage', began_at, ended_at });
    const facts = { began_at: began_at.toISOString(), ended_at: ended_at.toISOString() };
    await appendAudit({ database, clock }, { actor, act: 'outage_recorded', facts });
    return true;
  });
}
