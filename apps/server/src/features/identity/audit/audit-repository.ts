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

interface AuditPage {
  act?: AuditAct;
  owner_id?: string;
  /** Only entries with a lower number. */
  before?: number;
  limit: number;
}

/** Newest first. */
export async function listAuditEntries(
  database: Database,
  { act, owner_id, before, limit }: AuditPage,
) {
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

type LatestEntry = Pick<typeof auditEntries.$inferSelect, 'at' | 'facts'>;

export async function findLatestAuditEntry(
  database: Database,
  act: AuditAct,
): Promise<LatestEntry | undefined> {
  const [found] = await database
    .db()
    .select({ at: auditEntries.at, facts: auditEntries.facts })
    .from(auditEntries)
    .where(eq(auditEntries.act, act))
    .orderBy(desc(auditEntries.seq))
    .limit(1);
  return found;
}

export interface AuditHead {
  seq: number;
  hash: string;
}

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

/** Values as text, exactly as they are hashed. */
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

/** Entries after a number, in the order of the chain. */
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

/** Finds a committed entry without a number, which proves that triggers were disabled. */
export async function findUnnumberedEntryId(database: Database): Promise<string | undefined> {
  const [found] = await database
    .db()
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(isNull(auditEntries.seq))
    .limit(1);
  return found?.id;
}

/** Waits for concurrent appends and blocks new ones until the transaction ends. */
export async function lockAuditLog({ rows }: Pick<Database, 'rows'>): Promise<void> {
  await rows(sql`lock table ${auditEntries} in share row exclusive mode`);
}

/** Allows a restore to delete rows of the log, until its transaction ends. */
export async function allowAuditReplacement({ rows }: Pick<Database, 'rows'>): Promise<void> {
  await rows(sql`set local zavet.restoring = 'on'`);
}
