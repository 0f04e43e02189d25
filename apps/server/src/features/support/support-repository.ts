import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeyColumns } from '../vault/public.ts';
import { supportRequests } from './support-tables.ts';

export type SupportRequest = typeof supportRequests.$inferSelect;

interface WithKey {
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
): Promise<WithKey[]> {
  return withKeys(database)
    .where(eq(supportRequests.user_id, userId))
    .orderBy(desc(supportRequests.created_at), desc(supportRequests.id))
    .limit(limit);
}

export async function findSupportRequest(
  database: Database,
  id: string,
): Promise<WithKey | undefined> {
  const [found] = await withKeys(database).where(eq(supportRequests.id, id));
  return found;
}

export async function findByDraft(
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

/** Requests of before that moment which no mail server has taken, oldest promise first. */
export async function listWaiting(
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
export async function markSent(database: Database, id: string): Promise<void> {
  await database
    .db()
    .update(supportRequests)
    .set({ status: 'sent' })
    .where(and(eq(supportRequests.id, id), eq(supportRequests.status, 'queued')));
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

export const answerOutcomes = ['answered', 'answered_before', 'unknown'] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

export async function markAnswered(
  database: Database,
  reference: string,
  now: Date,
): Promise<AnswerOutcome> {
  const isThis = eq(supportRequests.reference, reference);
  const changed = await database
    .db()
    .update(supportRequests)
    .set({ status: 'answered', answered_at: now })
    .where(and(isThis, ne(supportRequests.status, 'answered')))
    .returning({ id: supportRequests.id });
  if (changed.length > 0) return 'answered';
  const known = await database
    .db()
    .select({ id: supportRequests.id })
    .from(supportRequests)
    .where(isThis);
  return known.length > 0 ? 'answered_before' : 'unknown';
}
