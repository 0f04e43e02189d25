import { z } from 'zod';
import { listAuditEntries } from '../features/audit/audit-repository.ts';
import { verifyAudit } from '../features/audit/verify-audit.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { UsageInvalid } from './command-refusals.ts';
import type { Configuration } from './configuration.ts';
import { openCheckedStorage } from './open-checked-storage.ts';

export const auditOrder = z.object({ kind: z.enum(['list', 'verify']) });
export type AuditOrder = z.output<typeof auditOrder>;

/** What the command is told: to check the log, or nothing. */
export function auditOrderOf([verb, ...rest]: string[]): AuditOrder {
  if (verb === undefined) return { kind: 'list' };
  if (verb === 'verify' && rest.length === 0) return { kind: 'verify' };
  throw new UsageInvalid(
    'Use npm run audit to see the latest entries of the audit log, or npm run audit -- verify to check all of it.',
  );
}

const listedAtOnce = 50;

/** By the command itself, or by the server that has the database open. */
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

const at = { seq: z.number(), id: z.string() };
const fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('removed'), from: z.number(), to: z.number() }),
  z.object({ kind: z.literal('moved'), ...at }),
  z.object({ kind: z.literal('changed'), ...at }),
  z.object({ kind: z.literal('forged'), ...at }),
  z.object({ kind: z.literal('unnumbered'), id: z.string() }),
  z.object({
    kind: z.literal('cut'),
    from: z.number(),
    to: z.number(),
    seen_at: z.coerce.date(),
  }),
  z.object({ kind: z.literal('rewritten'), seq: z.number(), seen_at: z.coerce.date() }),
  z.object({ kind: z.literal('unanchored') }),
]);

/** Moments are text where a server was asked. */
export const auditOutcome = z.union([
  z.object({
    list: z.array(
      z.object({
        seq: z.number(),
        at: z.coerce.date(),
        actor_kind: z.string(),
        act: z.string(),
        owner_id: z.string().nullable(),
        subject_id: z.string().nullable(),
        facts: z.string(),
      }),
    ),
  }),
  z.object({
    verdict: z.object({
      entries: z.number(),
      fault: fault.nullable(),
      lost: z.array(z.object({ restored_at: z.coerce.date(), from: z.number(), to: z.number() })),
      anchored_at: z.coerce.date().nullable(),
      foreign_anchors: z.number(),
    }),
  }),
]);
export type AuditOutcome = z.output<typeof auditOutcome>;
