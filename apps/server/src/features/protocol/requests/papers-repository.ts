import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { activationRequests } from '../protocol-tables.ts';
import { endedStatuses } from './request-rules.ts';
import {
  requestDocuments as documents,
  requestDocuments,
  requestPapers,
} from './request-tables.ts';

const isStored = eq(documents.state, 'stored');

export type PapersRow = typeof requestPapers.$inferSelect;

export async function insertPapers(
  database: Database,
  papers: typeof requestPapers.$inferInsert,
): Promise<void> {
  await database.db().insert(requestPapers).values(papers);
}

/** Undefined once the papers were deleted. */
export async function findPapers(
  database: Database,
  requestId: string,
): Promise<PapersRow | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(requestPapers)
    .where(eq(requestPapers.request_id, requestId));
  return found;
}

export function wrappedKeyOf({
  key_id,
  master_version,
  wrapped,
}: WrappedOwnerKey): WrappedOwnerKey {
  return { key_id, master_version, wrapped };
}

export async function saveNote(
  database: Database,
  requestId: string,
  note: string | null,
): Promise<void> {
  await database
    .db()
    .update(requestPapers)
    .set({ note })
    .where(eq(requestPapers.request_id, requestId));
}

export async function saveQuestion(
  database: Database,
  requestId: string,
  asked_for: string,
  asked_at: Date,
): Promise<void> {
  await database
    .db()
    .update(requestPapers)
    .set({ asked_for, asked_at, asked_answered_at: null })
    .where(eq(requestPapers.request_id, requestId));
}

/** Marks an operator's open question as answered; any new document counts as the answer. */
export async function answerQuestion(
  database: Database,
  requestId: string,
  now: Date,
): Promise<void> {
  const { request_id, asked_at, asked_answered_at } = requestPapers;
  await database
    .db()
    .update(requestPapers)
    .set({ asked_answered_at: now })
    .where(and(eq(request_id, requestId), isNotNull(asked_at), isNull(asked_answered_at)));
}

/** The last time that a request of this contact was rejected or an upheld doubt ended a start. */
export async function findLastRejection(
  database: Database,
  contactId: string,
): Promise<Date | null> {
  const [row] = await database.rows<{ at: Date | string | null }>(sql`
    select max(case status when 'rejected' then decided_at else updated_at end) as at
    from ${activationRequests}
    where trusted_contact_id = ${contactId}
      and (status = 'rejected' or end_reason = 'doubt_upheld')`);
  return row?.at ? new Date(row.at) : null;
}

/**
 * Deletes a batch of papers and documents of requests that ended before `endedBefore`. A trigger
 * removes the objects.
 */
export async function deleteEndedPapers(
  database: Database,
  endedBefore: Date,
  limit: number,
): Promise<{ requests: number; documents: number }> {
  const [deleted] = await database.rows<{ requests: number; documents: number }>(sql`
    with ended as (
      select papers.request_id from ${requestPapers} papers
      inner join ${activationRequests} activation on activation.id = papers.request_id
      where activation.status in ${endedStatuses}
        and activation.updated_at <= ${endedBefore.toISOString()}::timestamptz
      order by papers.request_id limit ${limit}
      for update of papers skip locked
    ), deleted as (
      delete from ${requestPapers} where request_id in (select request_id from ended)
      returning request_id
    )
    select count(*)::int as requests,
      (select count(*)::int from ${requestDocuments} document
        where document.request_id in (select request_id from deleted)) as documents
    from deleted`);
  return deleted ?? { requests: 0, documents: 0 };
}

export async function deleteDeadUploads(database: Database, limit: number): Promise<number> {
  const deleted = await database.rows(sql`
    delete from ${requestDocuments} where id in (
      select id from ${requestDocuments}
      where state = 'uploading' and lease_until < now() order by lease_until limit ${limit})
    returning id`);
  return deleted.length;
}

export type DocumentRow = Omit<typeof documents.$inferSelect, 'lease_until'>;

/** Counts stored documents and running uploads. The request must be locked. */
export function countDocuments(database: Database, requestId: string): Promise<number> {
  const isCounted = or(isStored, gt(documents.lease_until, sql`now()`));
  return database.db().$count(documents, and(eq(documents.request_id, requestId), isCounted));
}

/** True if the request has another stored document of this name and size. */
export async function hasSameDocument(
  database: Database,
  { id, request_id, name_digest, size_bytes }: DocumentRow,
): Promise<boolean> {
  const found = await database.rows(sql`
    select 1 from ${documents}
    where request_id = ${request_id} and name_digest = ${name_digest}
      and size_bytes = ${size_bytes} and state = 'stored' and id <> ${id}`);
  return found.length > 0;
}

/** Reserves a document, with a lease by the database's clock. */
export async function reserveUpload(
  database: Database,
  row: DocumentRow,
  leaseSeconds: number,
): Promise<void> {
  await database
    .db()
    .insert(documents)
    .values({ ...row, lease_until: sql`now() + make_interval(secs => ${leaseSeconds})` });
}

export async function renewUploadLease(
  database: Database,
  id: string,
  leaseSeconds: number,
): Promise<void> {
  await database
    .db()
    .update(documents)
    .set({ lease_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(and(eq(documents.id, id), eq(documents.state, 'uploading')));
}

/** Marks an upload as stored; false if the lease has expired and the reservation was deleted. */
export async function markStored(
  database: Database,
  { id, file_name, name_digest, mime_type }: DocumentRow,
): Promise<boolean> {
  const stored = await database
    .db()
    .update(documents)
    .set({ state: 'stored', file_name, name_digest, mime_type })
    .where(and(eq(documents.id, id), eq(documents.state, 'uploading')))
    .returning({ id: documents.id });
  return stored.length > 0;
}

/** Deletes the row of a document, whose object a trigger removes. False if there is no such row. */
export async function deleteDocument(
  database: Database,
  requestId: string,
  id: string,
): Promise<boolean> {
  const deleted = await database
    .db()
    .delete(documents)
    .where(and(eq(documents.id, id), eq(documents.request_id, requestId)))
    .returning({ id: documents.id });
  return deleted.length > 0;
}

export async function findDocument(
  database: Database,
  requestId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.request_id, requestId), isStored));
  return found;
}

export function listDocuments(database: Database, requestId: string): Promise<DocumentRow[]> {
  return database
    .db()
    .select()
    .from(documents)
    .where(and(eq(documents.request_id, requestId), isStored))
    .orderBy(asc(documents.created_at), asc(documents.id));
}
