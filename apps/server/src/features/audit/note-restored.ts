import { appendAudit } from './append-audit.ts';
import { readAnchors } from './audit-anchors.ts';
import { findAuditHead } from './audit-repository.ts';
import type { VerifyDeps } from './verify-audit.ts';

export interface RestoredLog {
  /** When the backup was made. */
  backup_at: string;
  /** The log that was there stays: the backup holds nothing else. */
  is_kept: boolean;
  /** How far the log had come that was replaced. */
  replaced_head: number;
}

/** Writes into the log that a backup was restored, and how far the log was known to reach. */
export async function noteRestored(deps: VerifyDeps, restored: RestoredLog): Promise<void> {
  const { own } = await readAnchors(deps.store, deps.serviceKey);
  const head = (await findAuditHead(deps.database))?.seq ?? 0;
  // A log that stays has lost nothing by the restore; what it lacks was cut before.
  const known_head = restored.is_kept
    ? head
    : Math.max(head, restored.replaced_head, ...own.map(({ seq }) => seq));
  await appendAudit(deps, {
    actor: { kind: 'command' },
    act: 'restored',
    facts: { backup_at: restored.backup_at, is_log_kept: restored.is_kept, head, known_head },
  });
}
