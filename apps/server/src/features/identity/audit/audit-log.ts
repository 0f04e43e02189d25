import type { AuditRow, OwnAuditEntry } from '@zavet/contract/identity/audit-endpoints';
import { type AuditAct, type AuditActor, isOwnerAct } from '@zavet/contract/identity/audit-values';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type AuditFacts, insertAuditEntry, listAuditEntries } from './audit-repository.ts';

export interface AuditEntry {
  actor: { kind: AuditActor; id?: string | null };
  act: AuditAct;
  /** The owner concerned, who may read the entry. */
  owner_id?: string | null;
  subject_id?: string | null;
  facts?: AuditFacts;
}

/** Must run in the transaction of the act. */
export async function appendAudit(
  { database, clock }: { database: Database; clock: Clock },
  { actor, act, owner_id = null, subject_id = null, facts = {} }: AuditEntry,
): Promise<void> {
  if (owner_id && !isOwnerAct(act)) throw new Error(`${act} is not an act that owners can read.`);
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

const pageSize = 50;

interface Page<Entry> {
  entries: Entry[];
  next: string | null;
}

/** The entries about an owner, without ids of operators. */
export async function listOwnAuditEntries(
  database: Database,
  owner_id: string,
  after: string | undefined,
): Promise<Page<OwnAuditEntry>> {
  const { rows, next } = await readPage(database, { owner_id }, after);
  const entries = rows.flatMap(({ id, at, actor_kind, act }) =>
    isOwnerAct(act) ? [{ id, at, actor: actor_kind, act }] : [],
  );
  return { entries, next };
}

/** Entries with ids only; the desk adds names. */
export async function listAudit(
  database: Database,
  { act, after }: { act?: AuditAct; after?: string },
): Promise<Page<Omit<AuditRow, 'actor_person' | 'owner'>>> {
  const { rows, next } = await readPage(database, { act }, after);
  const entries = rows.map(({ id: _, actor_kind: actor, ...row }) => ({ ...row, actor }));
  return { entries, next };
}

async function readPage(
  database: Database,
  filter: { act?: AuditAct; owner_id?: string },
  after: string | undefined,
) {
  const before = after === undefined ? undefined : Number(after);
  const found = await listAuditEntries(database, { ...filter, before, limit: pageSize + 1 });
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  return { rows, next: found.length > pageSize && last ? String(last.seq) : null };
}

/** All pages of `listOwnAuditEntries`, for the data export. */
export async function exportOwnAudit(
  database: Database,
  owner_id: string,
): Promise<OwnAuditEntry[]> {
  const all: OwnAuditEntry[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listOwnAuditEntries(database, owner_id, after);
    all.push(...page.entries);
    if (page.next === null) return all;
    after = page.next;
  }
}
