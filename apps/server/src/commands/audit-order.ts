import type { Configuration } from '../config/configuration.ts';
import { listAuditEntries } from '../features/identity/audit/audit-repository.ts';
import { type AuditVerdict, verifyAudit } from '../features/identity/audit/verify-audit.ts';
import { openCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { UsageInvalid } from '../platform/process/refusals.ts';

export interface AuditOrder {
  kind: 'list' | 'verify';
}

/** What the command is told: to check the log, or nothing. */
export function auditOrderOf([verb, ...rest]: string[]): AuditOrder {
  if (verb === undefined) return { kind: 'list' };
  if (verb === 'verify' && rest.length === 0) return { kind: 'verify' };
  throw new UsageInvalid(
    'Use npm run audit to see the latest entries of the audit log, or npm run audit -- verify to check all of it.',
  );
}

const listedAtOnce = 50;

export async function carryOutAuditOrder(
  configuration: Configuration,
  database: Database,
  masterKeys: MasterKeys,
  { kind }: AuditOrder,
  signal: AbortSignal,
): Promise<AuditOutcome> {
  if (kind === 'list') {
    const entries = await listAuditEntries(database, { limit: listedAtOnce });
    return {
      list: entries.map(({ facts, ...entry }) => ({ ...entry, facts: JSON.stringify(facts) })),
    };
  }
  const serviceKey = createServiceKey();
  await serviceKey.open(database, masterKeys, systemClock);
  const store = openCheckedStorage(configuration, database, systemClock);
  try {
    const deps = { database, store, serviceKey, clock: systemClock };
    return { verdict: await verifyAudit(deps, signal) };
  } finally {
    store.close();
  }
}

type AuditEntry = Awaited<ReturnType<typeof listAuditEntries>>[number];

export type AuditOutcome =
  | { list: (Omit<AuditEntry, 'facts'> & { facts: string })[] }
  | { verdict: AuditVerdict };
