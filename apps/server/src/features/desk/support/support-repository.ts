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

/** Inserts a request. Returns false if the reference is already used. */
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

/** Newest first. */
export function listSupportRequests(
  database: Database,
  userId: string,
  limit: number,
): Promise<RequestWithKey[]> {
  return selectWithKeys(database)
    .where(eq(supportRequests.user_id, userId))
    .orderBy(desc(supportRequests.created_at), desc(supportRequests.id))
    .limit(limit);
}

export async function findSupportRequest(
  database: Database,
  id: string,
): Promise<RequestWithKey | undefined> {
  const [found] = await selectWithKeys(database).where(eq(supportRequests.id, id));
  return found;
}

/** Reads and locks a request. The owner must already be locked. */
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

function selectWithKeys(database: Database) {
  return database
    .db()
    .select({ request: supportRequests, key: wrappedKeyColumns })
    .from(supportRequests)
    .innerJoin(ownerKeys, eq(ownerKeys.user_id, supportRequests.user_id))
    .$dynamic();
}

interface RequestPage {
  /** Id of the last request of the previous page. */
  after: string | undefined;
  limit: number;
}

const isOpen = or(
  ne(supportRequests.status, 'answered'),
  sql`${supportRequests.answer_refused_at} is not null`,
);

/** Requests that need an operator, by promised time. */
export function listOpenRequests(
  database: Database,
  { after, limit }: RequestPage,
): Promise<RequestWithKey[]> {
  const { answer_by, id } = supportRequests;
  return selectWithKeys(database)
    .where(
      and(isOpen, after ? sql`(${answer_by}, ${id}) > ${cursorRow(after, answer_by)}` : undefined),
    )
    .orderBy(asc(answer_by), asc(id))
    .limit(limit);
}

/** Latest answer first. */
export function listAnsweredRequests(
  database: Database,
  { after, limit }: RequestPage,
): Promise<RequestWithKey[]> {
  const { answered_at, id } = supportRequests;
  return selectWithKeys(database)
    .where(
      and(
        eq(supportRequests.status, 'answered'),
        after ? sql`(${answered_at}, ${id}) < ${cursorRow(after, answered_at)}` : undefined,
      ),
    )
    .orderBy(sql`${answered_at} desc nulls last, ${id} desc nulls last`)
    .limit(limit);
}

function cursorRow(after: string, column: AnyPgColumn) {
  return sql`(select ${column}, ${supportRequests.id} from ${supportRequests} where ${supportRequests.id} = ${after})`;
}

/** Requests created before `before` whose mail has not been accepted, by promised time. */
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

/** Marks a request as sent, unless it is already answered. */
export async function markRequestSent(database: Database, id: string): Promise<void> {
  await database
    .db()
    .update(supportRequests)
    .set({ status: 'sent' })
    .where(and(eq(supportRequests.id, id), eq(supportRequests.status, 'queued')));
}

/** The request must be locked. */
export async function updateSupportRequest(
  database: Database,
  id: string,
  changes: Partial<
    Pick<SupportRequest, 'status' | 'tier' | 'answer_by' | 'answered_at' | 'answer_refused_at'>
  >,
): Promise<void> {
  await database.db().update(supportRequests).set(changes).where(eq(supportRequests.id, id));
}

/** Unanswered requests stay. */
export function deleteAnsweredRequests(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    table: supportRequests,
    key: 'id',
    limit,
    isDue: sql`status = 'answered' and created_at < ${before.toISOString()}::timestamptz`,
    age: sql`created_at`,
  });
}
