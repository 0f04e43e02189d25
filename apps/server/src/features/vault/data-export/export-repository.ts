import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { dataExports } from './data-export-tables.ts';

export type ExportRow = typeof dataExports.$inferSelect;

/** The following statements of this transaction read one snapshot. */
export async function useSnapshot(database: Database): Promise<void> {
  await database.rows(sql`set transaction isolation level repeatable read`);
}

export async function findExport(
  database: Database,
  by: { id: string } | { user_id: string },
): Promise<ExportRow | undefined> {
  const is = 'id' in by ? eq(dataExports.id, by.id) : eq(dataExports.user_id, by.user_id);
  const [row] = await database.db().select().from(dataExports).where(is);
  return row;
}

export async function insertExport(
  database: Database,
  row: Pick<ExportRow, 'id' | 'user_id' | 'created_at' | 'expires_at'>,
): Promise<ExportRow> {
  const [inserted] = await database.db().insert(dataExports).values(row).returning();
  if (!inserted) throw new Error('An export was not inserted.');
  return inserted;
}

/** A trigger schedules the removal of its object. False if there was none. */
export async function deleteExport(
  database: Database,
  { id, user_id }: Pick<ExportRow, 'id' | 'user_id'>,
): Promise<boolean> {
  const deleted = await database
    .db()
    .delete(dataExports)
    .where(and(eq(dataExports.id, id), eq(dataExports.user_id, user_id)))
    .returning({ id: dataExports.id });
  return deleted.length > 0;
}

export type Attempt = Pick<ExportRow, 'id' | 'user_id'> & {
  attempt_id: string;
  object_key: string;
  tries: number;
};

/**
 * Replaces a former attempt and its object. Undefined when the export is ready, failed or removed.
 */
export async function startAttempt(
  database: Database,
  exportId: string,
  attempt_id: string,
): Promise<Attempt | undefined> {
  const [row] = await database
    .db()
    .update(dataExports)
    .set({
      state: 'making',
      attempt_id,
      object_key: sql`'exports/' || ${dataExports.user_id} || '/' || ${attempt_id}::text`,
      tries: sql`${dataExports.tries} + 1`,
      files_done: 0,
      bytes_done: 0,
    })
    .where(
      and(
        eq(dataExports.id, exportId),
        ne(dataExports.state, 'ready'),
        ne(dataExports.state, 'failed'),
      ),
    )
    .returning();
  return row?.object_key
    ? { ...row, attempt_id, object_key: row.object_key, tries: row.tries }
    : undefined;
}

export type Progress = Pick<ExportRow, 'files_done' | 'files_total' | 'bytes_done' | 'bytes_total'>;

/** False when the export was removed or another attempt has started. */
export function saveProgress(
  database: Database,
  attempt: Attempt,
  progress: Progress,
): Promise<boolean> {
  return updateAttempt(database, attempt, progress);
}

export function markReady(
  database: Database,
  attempt: Attempt,
  values: Progress & { size_bytes: number; expires_at: Date },
): Promise<boolean> {
  return updateAttempt(database, attempt, { ...values, state: 'ready' });
}

export function markExportFailed(database: Database, attempt: Attempt): Promise<boolean> {
  return updateAttempt(database, attempt, { state: 'failed', object_key: null });
}

async function updateAttempt(
  database: Database,
  { id, attempt_id }: Attempt,
  values: Partial<ExportRow>,
): Promise<boolean> {
  const rows = await database
    .db()
    .update(dataExports)
    .set(values)
    .where(
      and(
        eq(dataExports.id, id),
        eq(dataExports.attempt_id, attempt_id),
        eq(dataExports.state, 'making'),
      ),
    )
    .returning({ id: dataExports.id });
  return rows.length > 0;
}

/** Undefined when the owner has no such export that is ready. */
export async function setTicket(
  database: Database,
  { id, user_id }: Pick<ExportRow, 'id' | 'user_id'>,
  ticket_id: string,
  now: Date,
): Promise<ExportRow | undefined> {
  const [row] = await database
    .db()
    .update(dataExports)
    .set({ ticket_id })
    .where(
      and(
        eq(dataExports.id, id),
        eq(dataExports.user_id, user_id),
        eq(dataExports.state, 'ready'),
        sql`${dataExports.expires_at} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .returning();
  return row;
}

/** True for the first download. */
export async function recordFirstDownload(
  database: Database,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await database
    .db()
    .update(dataExports)
    .set({ downloaded_at: now })
    .where(and(eq(dataExports.id, id), sql`${dataExports.downloaded_at} is null`))
    .returning({ id: dataExports.id });
  return rows.length > 0;
}

/** Returns the number of deleted exports. */
export async function deleteExpiredExports(database: Database, now: Date): Promise<number> {
  const rows = await database
    .db()
    .delete(dataExports)
    .where(lte(dataExports.expires_at, now))
    .returning({ id: dataExports.id });
  return rows.length;
}
