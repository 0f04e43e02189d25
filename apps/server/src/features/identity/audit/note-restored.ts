import { z } from 'zod';
import { appendAudit } from './append-audit.ts';
import { readAnchors } from './audit-anchors.ts';
import { findAuditHead, listAuditEntries, lockAuditLog } from './audit-repository.ts';
import { furthestKnown, signRestore } from './restore-note.ts';
import type { VerifyDeps } from './verify-audit.ts';

export interface RestoredLog {
  /** When the backup was made. */
  backup_at: string;
  /** The log that was there stays: the backup holds nothing else. */
  is_kept: boolean;
  /** How far the log had come that was replaced. */
  replaced_head: number;
}

/** Writes into the log, signed, that a backup was restored, and how far the log was known to reach. */
export async function noteRestored(deps: VerifyDeps, restored: RestoredLog): Promise<void> {
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
      known_head: restored.is_kept ? head : Math.min(reached, furthestKnown(head, own, now)),
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
export async function noteNativeRestore(deps: VerifyDeps): Promise<number> {
  const { own } = await readAnchors(deps.store, deps.serviceKey);
  const head = (await findAuditHead(deps.database))?.seq ?? 0;
  const known_head = Math.max(0, ...own.map(({ seq }) => seq));
  if (known_head <= head) return 0;
  const [former] = await listAuditEntries(deps.database, { act: 'restored', limit: 1 });
  if ((noted.safeParse(former?.facts).data?.known_head ?? 0) >= known_head) return 0;
  const [last] = await listAuditEntries(deps.database, { limit: 1 });
  await noteRestored(deps, {
    backup_at: (last?.at ?? deps.clock.now()).toISOString(),
    is_kept: false,
    replaced_head: 0,
  });
  return known_head - head;
}
