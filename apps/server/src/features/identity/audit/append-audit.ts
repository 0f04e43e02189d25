import { type AuditAct, type AuditActor, isOwnerAct } from '@zavet/contract/identity/audit-values';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type AuditFacts, insertAuditEntry } from './audit-repository.ts';

export interface AuditEntry {
  actor: { kind: AuditActor; id?: string | null };
  act: AuditAct;
  /** The owner whom it concerns: may read it among what was done in the account. */
  owner_id?: string | null;
  subject_id?: string | null;
  facts?: AuditFacts;
}

/** Writes down who did what, in the transaction of the act. */
export async function appendAudit(
  { database, clock }: { database: Database; clock: Clock },
  { actor, act, owner_id = null, subject_id = null, facts = {} }: AuditEntry,
): Promise<void> {
  if (owner_id && !isOwnerAct(act)) throw new Error(`There are no words for owners for ${act}.`);
  await insertAuditEntry(database, {
    id: newId(),
    at: clock.now(),
    actor_kind: actor.kind,
    actor_id: actor.id ?? null,
    act,
    owner_id,
    subject_id,
    facts,
  });
}
