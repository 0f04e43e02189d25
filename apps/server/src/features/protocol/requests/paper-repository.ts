import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { activationRequests } from '../protocol-tables.ts';
import { endedStatuses } from './request-rules.ts';
import { requestDocuments, requestPapers } from './request-tables.ts';

export type PapersRow = typeof requestPapers.$inferSelect;

export async function insertPapers(
  database: Database,
  papers: typeof requestPapers.$inferInsert,
): Promise<void> {
  await database.db().insert(requestPapers).values(papers);
}

/** Undefined once they were removed. */
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

/** The key of a request, as it lies in the database. */
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

/** When this contact's latest request was turned down, or a start ended by an upheld doubt. */
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
 * Removes the papers of requests that ended before this moment, some at a time, and says of how many.
 * Documents go with them, and their bytes follow by the trigger.
 */
export async function deleteEndedPapers(
  database: Database,
  endedBefore: Date,
  limit: number,
): Promise<{ requests: number; documents: number }> {
  const [gone] = await database.rows<{ requests: number; documents: number }>(sql`
    with ended as (
      select papers.request_id from ${requestPapers} papers
      inner join ${activationRequests} activation on activation.id = papers.request_id
      where activation.status in ${endedStatuses}
        and activation.updated_at <= ${endedBefore.toISOString()}::timestamptz
      order by papers.request_id limit ${limit}
      for update of papers skip locked
    ), gone as (
      delete from ${requestPapers} where request_id in (select request_id from ended)
      returning request_id
    )
    select count(*)::int as requests,
      (select count(*)::int from ${requestDocuments} document
        where document.request_id in (select request_id from gone)) as documents
    from gone`);
  return gone ?? { requests: 0, documents: 0 };
}

/** Places of documents whose upload died. */
export async function deleteDeadUploads(database: Database, limit: number): Promise<number> {
  const gone = await database.rows(sql`
    delete from ${requestDocuments} where id in (
      select id from ${requestDocuments}
      where state = 'uploading' and lease_until < now() order by lease_until limit ${limit})
    returning id`);
  return gone.length;
}
