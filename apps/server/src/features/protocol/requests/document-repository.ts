import { and, asc, count, eq, gt, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { requestDocuments as documents } from './request-tables.ts';

export type DocumentRow = Omit<typeof documents.$inferSelect, 'lease_until'>;

const isStored = eq(documents.state, 'stored');

/** Stored ones and those that are arriving. The request must be locked. */
export async function countDocuments(database: Database, requestId: string): Promise<number> {
  const isArriving = gt(documents.lease_until, sql`now()`);
  const [row] = await database
    .db()
    .select({ documents: count() })
    .from(documents)
    .where(and(eq(documents.request_id, requestId), or(isStored, isArriving)));
  return row?.documents ?? 0;
}

/** Whether the request has a document of this name and size, besides this one. */
export async function isAttached(
  database: Database,
  { id, request_id, name_digest, size_bytes }: DocumentRow,
): Promise<boolean> {
  const found = await database.rows(sql`
    select 1 from ${documents}
    where request_id = ${request_id} and name_digest = ${name_digest}
      and size_bytes = ${size_bytes} and state = 'stored' and id <> ${id}`);
  return found.length > 0;
}

/** Holds the place of a document that is arriving, by the one clock that all processes share. */
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

/** The process that takes the bytes is alive. */
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

/** False where its place was taken for dead meanwhile. */
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

/** The bytes follow by a trigger. */
export async function deleteDocument(
  database: Database,
  requestId: string,
  id: string,
): Promise<boolean> {
  const gone = await database
    .db()
    .delete(documents)
    .where(and(eq(documents.id, id), eq(documents.request_id, requestId)))
    .returning({ id: documents.id });
  return gone.length > 0;
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
