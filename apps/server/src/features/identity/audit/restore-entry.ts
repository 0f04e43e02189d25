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

/** Facts of a `restored` entry besides its signature. */
const statement = z.object({
  backup_at: z.string(),
  is_log_kept: z.boolean(),
  /** The entry that it follows. */
  head: z.number().int().nonnegative(),
  /** The furthest number that the log was known to have. */
  known_head: z.number().int().nonnegative(),
  noted_at: z.string(),
});
export type RestoreStatement = z.output<typeof statement>;
const signedStatement = statement.extend({ mac: z.string().regex(/^[\da-f]{64}$/) });

/** Entries that may have been written since the last anchor, which is a minute old at most. */
export const maxUnanchored = 10_000;

/** The furthest that a log can be known to have reached, by what is noted outside the database. */
function maxKnownHead(head: number, anchors: readonly Anchor[], noted: Date): number {
  const anchored = anchors.filter(({ at }) => at <= noted).map(({ seq }) => seq);
  return Math.max(head, ...anchored) + maxUnanchored;
}

/**
 * Signs with a key that is not in the database. The hash of the entry before binds it to its place:
 * elsewhere in this log, or in another one, it is worth nothing.
 */
export function signRestore(
  serviceKey: ServiceKey,
  previousHash: string,
  said: RestoreStatement,
): RestoreStatement & { mac: string } {
  return { ...said, mac: macOf(serviceKey, previousHash, said).toString('hex') };
}

/** Undefined where it was not written here by a restore, or claims what it could not know. */
export function verifiedRestore(
  serviceKey: ServiceKey,
  entry: ChainEntry,
  anchors: readonly Anchor[],
): RestoreStatement | undefined {
  const { data } = signedStatement.safeParse(JSON.parse(entry.facts));
  if (!data) return undefined;
  const { mac, ...said } = data;
  const expected = macOf(serviceKey, entry.previous_hash ?? '', said);
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), expected)) return undefined;
  const { head, known_head } = said;
  const most = maxKnownHead(head, anchors, new Date(said.noted_at));
  const isPossible = head === entry.seq - 1 && known_head >= head && known_head <= most;
  return isPossible ? said : undefined;
}

function macOf(serviceKey: ServiceKey, previousHash: string, said: RestoreStatement): Buffer {
  const { backup_at, is_log_kept, head, known_head, noted_at } = said;
  const lines = [previousHash, head, known_head, is_log_kept, backup_at, noted_at];
  return createHmac('sha256', serviceKey.derive('audit-restore')).update(lines.join('\n')).digest();
}

interface RestoredLog {
  /** When the backup was made. */
  backup_at: string;
  /** The log that was there stays: the backup holds nothing else. */
  is_kept: boolean;
  /** How far the log had come that was replaced. */
  replaced_head: number;
}

/** Writes into the log, signed, that a backup was restored, and how far the log was known to reach. */
export async function recordRestore(deps: AuditDeps, restored: RestoredLog): Promise<void> {
  const { database, store, serviceKey, clock } = deps;
  const { own } = await readAnchors(store, serviceKey);
  await database.transaction(async () => {
    // The signature names the entry before: nothing may come between.
    await lockAuditLog(database);
    const { seq: head, hash } = (await findAuditHead(database)) ?? { seq: 0, hash: '' };
    const now = clock.now();
    const reached = Math.max(head, restored.replaced_head, ...own.map(({ seq }) => seq));
    const said = {
      backup_at: restored.backup_at,
      is_log_kept: restored.is_kept,
      head,
      // A log that stays has lost nothing by the restore; what it lacks was cut before.
      known_head: restored.is_kept ? head : Math.min(reached, maxKnownHead(head, own, now)),
      noted_at: now.toISOString(),
    };
    await appendAudit(deps, {
      actor: { kind: 'command' },
      act: 'restored',
      facts: signRestore(serviceKey, hash, said),
    });
  });
}

const noted = z.object({ known_head: z.number() });

/**
 * After a restore by the database's own tools the log ends earlier than its anchors say. Writes into
 * it how far it was known to reach, once; says how many entries went.
 */
export async function recordNativeRestore(deps: AuditDeps): Promise<number> {
  const { own } = await readAnchors(deps.store, deps.serviceKey);
  const head = (await findAuditHead(deps.database))?.seq ?? 0;
  const known_head = Math.max(0, ...own.map(({ seq }) => seq));
  if (known_head <= head) return 0;
  const [former] = await listAuditEntries(deps.database, { act: 'restored', limit: 1 });
  if ((noted.safeParse(former?.facts).data?.known_head ?? 0) >= known_head) return 0;
  const [last] = await listAuditEntries(deps.database, { limit: 1 });
  await recordRestore(deps, {
    backup_at: (last?.at ?? deps.clock.now()).toISOString(),
    is_kept: false,
    replaced_head: 0,
  });
  return known_head - head;
}
