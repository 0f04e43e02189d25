import type { AuditAct } from '@zavet/contract/identity/audit-values';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { auditEntries } from './audit-tables.ts';

export type { AuditFacts } from './audit-tables.ts';

export async function insertAuditEntry(
  database: Database,
  entry: typeof auditEntries.$inferInsert,
): Promise<void> {
  await database.db().insert(auditEntries).values(entry);
}

interface Page {
  act?: AuditAct;
  owner_id?: string;
  /** Only what is older than the entry of this number. */
  before?: number;
  limit: number;
}

/** The newest first. */
export async function listAuditEntries(database: Database, { act, owner_id, before, limit }: Page) {
  return database
    .db()
    .select({
      id: auditEntries.id,
      seq: sql<number>`${auditEntries.seq}`.mapWith(auditEntries.seq),
      at: auditEntries.at,
      actor_kind: auditEntries.actor_kind,
      actor_id: auditEntries.actor_id,
      act: auditEntries.act,
      owner_id: auditEntries.owner_id,
      subject_id: auditEntries.subject_id,
      facts: auditEntries.facts,
    })
    .from(auditEntries)
    .where(
      and(
        act && eq(auditEntries.act, act),
        owner_id ? eq(auditEntries.owner_id, owner_id) : undefined,
        before === undefined ? undefined : lt(auditEntries.seq, before),
      ),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(limit);
}

/** When this was last done; null if never. */
export async function findLatestTime(database: Database, act: AuditAct): Promise<Date | null> {
  const [found] = await database
    .db()
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .where(eq(auditEntries.act, act))
    .orderBy(desc(auditEntries.seq))
    .limit(1);
  return found?.at ?? null;
}

export interface AuditHead {
  seq: number;
  hash: string;
}

/** The newest entry of the chain. */
export async function findAuditHead({
  rows,
}: Pick<Database, 'rows'>): Promise<AuditHead | undefined> {
  const [found] = await rows<{ seq: string; hash: string }>(sql`
    select ${auditEntries.seq} as seq, ${auditEntries.hash} as hash from ${auditEntries}
    where ${auditEntries.seq} is not null order by ${auditEntries.seq} desc limit 1`);
  return found && { seq: Number(found.seq), hash: found.hash };
}

export async function findAuditHash(database: Database, seq: number): Promise<string | undefined> {
  const [found] = await database
    .db()
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.seq, seq));
  return found?.hash ?? undefined;
}

/** Values as the texts that are hashed. */
export interface ChainEntry {
  id: string;
  seq: number;
  at_micros: string;
  actor_kind: string;
  actor_id: string | null;
  act: string;
  owner_id: string | null;
  subject_id: string | null;
  facts: string;
  previous_hash: string | null;
  hash: string | null;
}

/** The entries behind a number, in the order of the chain, with every value as it was hashed. */
export async function readChain(
  { rows }: Pick<Database, 'rows'>,
  after: number,
  limit: number,
): Promise<ChainEntry[]> {
  const found = await rows<Omit<ChainEntry, 'seq'> & { seq: string }>(sql`
    select id::text, seq::text,
      round(extract(epoch from at) * 1000000)::bigint::text as at_micros,
      actor_kind, actor_id::text, act, owner_id::text, subject_id::text, facts::text,
      previous_hash, hash
    from ${auditEntries} where ${auditEntries.seq} > ${after}
    order by ${auditEntries.seq} limit ${limit}`);
  return found.map((entry) => ({ ...entry, seq: Number(entry.seq) }));
}

/** An entry that a commit left without a number: the triggers were taken off. */
export async function findUnnumbered(database: Database): Promise<string | undefined> {
  const [found] = await database
    .db()
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(isNull(auditEntries.seq))
    .limit(1);
  return found?.id;
}

/** Until the transaction ends no other one adds to the log, and those that did have ended. */
export async function lockAuditLog({ rows }: Pick<Database, 'rows'>): Promise<void> {
  await rows(sql`lock table ${auditEntries} in share row exclusive mode`);
}

/** For the transaction of a restore: until it ends, rows of the log may be deleted. */
export async function allowReplacement({ rows }: Pick<Database, 'rows'>): Promise<void> {
  await rows(sql`set local zavet.restoring = 'on'`);
}
