import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import { type Anchor, type AuditDeps, readAnchors } from './audit-anchors.ts';
import { appendAudit } from './audit-log.ts';
import {
  type ChainEntry,
  findAuditHead,
  listAuditEntries,
  lockAuditLog,
} from './audit-repository.ts';

/** Facts of a `restored` entry, without its signature. */
const restoreStatement = z.object({
  backup_at: z.string(),
  is_log_kept: z.boolean(),
  /** Number of the preceding entry. */
  head: z.number().int().nonnegative(),
  /** Highest number that the log is known to have had. */
  known_head: z.number().int().nonnegative(),
  noted_at: z.string(),
});
export type RestoreStatement = z.output<typeof restoreStatement>;
const signedStatement = restoreStatement.extend({ mac: z.string().regex(/^[\da-f]{64}$/) });

/** Upper bound for entries since the last anchor, which is a minute old at most. */
export const maxUnanchoredEntries = 10_000;

/** Upper bound for `known_head`, according to the anchors that existed at `time`. */
function maxKnownHead(head: number, anchors: readonly Anchor[], time: Date): number {
  const anchored = anchors.filter(({ at }) => at <= time).map(({ seq }) => seq);
  return Math.max(head, ...anchored) + maxUnanchoredEntries;
}

/**
 * Signs with a key outside the database. The hash of the preceding entry binds the signature to its
 * position, so that it is invalid elsewhere in this log and in any other.
 */
export function signRestore(
  serviceKey: ServiceKey,
  previousHash: string,
  facts: RestoreStatement,
): RestoreStatement & { mac: string } {
  return { ...facts, mac: macOf(serviceKey, previousHash, facts).toString('hex') };
}

/**
 * Returns the content of a `restored` entry. Undefined if no restore of this installation signed
 * it, or its numbers are impossible.
 */
export function verifyRestore(
  serviceKey: ServiceKey,
  entry: ChainEntry,
  anchors: readonly Anchor[],
): RestoreStatement | undefined {
  const { data } = signedStatement.safeParse(JSON.parse(entry.facts));
  if (!data) return undefined;
  const { mac, ...facts } = data;
  const expected = macOf(serviceKey, entry.previous_hash ?? '', facts);
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), expected)) return undefined;
  const { head, known_head } = facts;
  const maxHead = maxKnownHead(head, anchors, new Date(facts.noted_at));
  const isPossible = head === entry.seq - 1 && known_head >= head && known_head <= maxHead;
  return isPossible ? facts : undefined;
}

function macOf(serviceKey: ServiceKey, previousHash: string, facts: RestoreStatement): Buffer {
  const { backup_at, is_log_kept, head, known_head, noted_at } = facts;
  const lines = [previousHash, head, known_head, is_log_kept, backup_at, noted_at];
  return createHmac('sha256', serviceKey.derive('audit-restore')).update(lines.join('\n')).digest();
}

interface RestoredLog {
  backup_at: string;
  /** The existing log was kept, because it contains the log of the backup. */
  is_kept: boolean;
  /** Highest number of the replaced log. */
  replaced_head: number;
}

/** Appends a signed `restored` entry with the highest known number of the former log. */
export async function recordRestore(deps: AuditDeps, restored: RestoredLog): Promise<void> {
  const { database, store, serviceKey, clock } = deps;
  const { valid: anchors } = await readAnchors(store, serviceKey);
  await database.transaction(async () => {
    // The signature refers to the preceding entry: no other append may come between.
    await lockAuditLog(database);
    const { seq: head, hash } = (await findAuditHead(database)) ?? { seq: 0, hash: '' };
    const now = clock.now();
    const highest = Math.max(head, restored.replaced_head, ...anchors.map(({ seq }) => seq));
    const facts = {
      backup_at: restored.backup_at,
      is_log_kept: restored.is_kept,
      head,
      // A kept log lost nothing by the restore; missing entries were deleted earlier.
      known_head: restored.is_kept ? head : Math.min(highest, maxKnownHead(head, anchors, now)),
      noted_at: now.toISOString(),
    };
    await appendAudit(deps, {
      actor: { kind: 'command' },
      act: 'restored',
      facts: signRestore(serviceKey, hash, facts),
    });
  });
}

const recordedFacts = z.object({ known_head: z.number() });

/**
 * Records a restore by PostgreSQL's own tools, after which the log ends before its anchors do.
 * Repeated calls add nothing. Returns the number of lost entries.
 */
export async function recordNativeRestore(deps: AuditDeps): Promise<number> {
  const { valid: anchors } = await readAnchors(deps.store, deps.serviceKey);
  const head = (await findAuditHead(deps.database))?.seq ?? 0;
  const known_head = Math.max(0, ...anchors.map(({ seq }) => seq));
  if (known_head <= head) return 0;
  const [previous] = await listAuditEntries(deps.database, { act: 'restored', limit: 1 });
  if ((recordedFacts.safeParse(previous?.facts).data?.known_head ?? 0) >= known_head) return 0;
  const [last] = await listAuditEntries(deps.database, { limit: 1 });
  await recordRestore(deps, {
    backup_at: (last?.at ?? deps.clock.now()).toISOString(),
    is_kept: false,
    replaced_head: 0,
  });
  return known_head - head;
}
