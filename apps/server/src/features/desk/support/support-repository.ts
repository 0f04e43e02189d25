import { and, asc, desc, eq, lt, ne, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeyColumns } from '../../identity/owner-keys/index.ts';
import { supportRequests } from './support-tables.ts';

export type SupportRequest = typeof supportRequests.$inferSelect;

interface RequestWithKey {
  request: SupportRequest;
  key: WrappedOwnerKey;
}

/** False when the reference is taken. */
export async function insertSupportRequest(
  database: Database,
  request: SupportRequest,
): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(supportRequests)
    .values(request)
    .onConflictDoNothing({ target: supportRequests.reference })
    .returning({ id: supportRequests.id });
  return inserted.length > 0;
}

/** The latest ones of an owner with the key that opens them, newest first. */
export function listSupportRequests(
  database: Database,
  userId: string,
  limit: number,
): Promise<RequestWithKey[]> {
  return withKeys(database)
    .where(eq(supportRequests.user_id, userId))
    .orderBy(desc(supportRequests.created_at), desc(supportRequests.id))
    .limit(limit);
}

export async function findSupportRequest(
  database: Database,
  id: string,
): Promise<RequestWithKey | undefined> {
  const [found] = await withKeys(database).where(eq(supportRequests.id, id));
  return found;
}

/** Held until the transaction ends. The owner must be locked before. */
export async function lockSupportRequest(
  database: Database,
  id: string,
): Promise<SupportRequest | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(supportRequests)
    .where(eq(supportRequests.id, id))
    .for('update');
  return found;
}

export async function findRequestByReference(
  database: Database,
  reference: string,
): Promise<SupportRequest | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(supportRequests)
    .where(eq(supportRequests.reference, reference));
  return found;
}

export async function findRequestByDraft(
  database: Database,
  userId: string,
  draftId: string,
): Promise<SupportRequest | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(supportRequests)
    .where(and(eq(supportRequests.user_id, userId), eq(supportRequests.draft_id, draftId)));
  return found;
}

function withKeys(database: Database) {
  return database
    .db()
    .select({ request: supportRequests, key: wrappedKeyColumns })
    .from(supportRequests)
    .innerJoin(ownerKeys, eq(ownerKeys.user_id, supportRequests.user_id))
    .$dynamic();
}

interface Page {
  /** The last one of the page before. */
  after: string | undefined;
  limit: number;
}

const isOpen = or(
  ne(supportRequests.status, 'answered'),
  sql`${supportRequests.answer_refused_at} is not null`,
);

/** What somebody has to see to, by the promised time. */
export function listOpenRequests(
  database: Database,
  { after, limit }: Page,
): Promise<RequestWithKey[]> {
  const { answer_by, id } = supportRequests;
  return withKeys(database)
    .where(
      and(isOpen, after ? sql`(${answer_by}, ${id}) > ${lastOf(after, answer_by)}` : undefined),
    )
    .orderBy(asc(answer_by), asc(id))
    .limit(limit);
}

/** What was answered, the latest first. */
export function listAnsweredRequests(
  database: Database,
  { after, limit }: Page,
): Promise<RequestWithKey[]> {
  const { answered_at, id } = supportRequests;
  return withKeys(database)
    .where(
      and(
        eq(supportRequests.status, 'answered'),
        after ? sql`(${answered_at}, ${id}) < ${lastOf(after, answered_at)}` : undefined,
      ),
    )
    .orderBy(sql`${answered_at} desc nulls last, ${id} desc nulls last`)
    .limit(limit);
}

function lastOf(after: string, column: AnyPgColumn) {
  return sql`(select ${column}, ${supportRequests.id} from ${supportRequests} where ${supportRequests.id} = ${after})`;
}

/** Requests of before that moment which no mail server has taken, oldest promise first. */
export async function listUnmailedRequests(
  database: Database,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: supportRequests.id })
    .from(supportRequests)
    .where(and(eq(supportRequests.status, 'queued'), lt(supportRequests.created_at, before)))
    .orderBy(asc(supportRequests.answer_by))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** What was answered meanwhile stays so. */
export async function markRequestSent(database: Database, id: string): Promise<void> {
  await database
    .db()
    .update(supportRequests)
    .set({ status: 'sent' })
    .where(and(eq(supportRequests.id, id), eq(supportRequests.status, 'queued')));
}

/** In a transaction that holds the request. */
export async function updateSupportRequest(
  database: Database,
  id: string,
  changes: Partial<
    Pick<SupportRequest, 'status' | 'tier' | 'answer_by' | 'answered_at' | 'answer_refused_at'>
  >,
): Promise<void> {
  await database.db().update(supportRequests).set(changes).where(eq(supportRequests.id, id));
}

/** What the one who answers may know of a request without reading it. */
const listedColumns = {
  reference: supportRequests.reference,
  tier: supportRequests.tier,
  category: supportRequests.category,
  status: supportRequests.status,
  created_at: supportRequests.created_at,
  answer_by: supportRequests.answer_by,
};

/** Those that wait for an answer, the most urgent first, and how many there are in all. */
export async function listUnanswered(database: Database, limit: number) {
  const rows = await database
    .db()
    .select({ ...listedColumns, total: sql<number>`(count(*) over ())::int` })
    .from(supportRequests)
    .where(ne(supportRequests.status, 'answered'))
    .orderBy(asc(supportRequests.answer_by))
    .limit(limit);
  return {
    total: rows[0]?.total ?? 0,
    requests: rows.map(({ total: _, ...request }) => request),
  };
}

/** What is not answered yet stays. */
export function deleteAnsweredRequests(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: supportRequests, key: 'id', limit },
    isDue: sql`status = 'answered' and created_at < ${before.toISOString()}::timestamptz`,
    age: sql`created_at`,
  });
}
