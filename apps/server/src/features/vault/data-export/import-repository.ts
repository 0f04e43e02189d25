import type { ImportState } from '@zavet/contract/vault/data-export-values';
import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { instructions } from '../instructions/index.ts';
import { dataImports } from './data-export-tables.ts';

export type ImportRow = typeof dataImports.$inferSelect;

/** True if the account has neither contacts nor instructions. */
export async function isAccountEmpty(database: Database, userId: string): Promise<boolean> {
  const [found] = await database.rows<{ is_empty: boolean }>(sql`
    select not exists (select 1 from ${trustedContacts} where ${trustedContacts.user_id} = ${userId})
      and not exists (select 1 from ${instructions} where ${instructions.user_id} = ${userId})
      as is_empty`);
  return found?.is_empty ?? false;
}

export async function findImport(
  database: Database,
  by: { id: string } | { user_id: string },
): Promise<ImportRow | undefined> {
  const is = 'id' in by ? eq(dataImports.id, by.id) : eq(dataImports.user_id, by.user_id);
  const [row] = await database.db().select().from(dataImports).where(is);
  return row;
}

export async function insertImport(
  database: Database,
  row: Pick<ImportRow, 'id' | 'user_id' | 'size_bytes' | 'created_at' | 'expires_at'>,
): Promise<ImportRow> {
  const [inserted] = await database.db().insert(dataImports).values(row).returning();
  if (!inserted) throw new Error('An import was not inserted.');
  return inserted;
}

/** A trigger schedules the removal of its object. */
export async function deleteImport(database: Database, id: string): Promise<void> {
  await database.db().delete(dataImports).where(eq(dataImports.id, id));
}

/** Undefined when the import is in none of the states `from`. */
export async function changeImportState(
  database: Database,
  by: { id: string; attempt_id?: string | null },
  from: readonly ImportState[],
  values: Partial<ImportRow> & { state: ImportState },
): Promise<ImportRow | undefined> {
  const [row] = await database
    .db()
    .update(dataImports)
    .set(values)
    .where(
      and(
        eq(dataImports.id, by.id),
        by.attempt_id ? eq(dataImports.attempt_id, by.attempt_id) : undefined,
        inArray(dataImports.state, [...from]),
      ),
    )
    .returning();
  return row;
}

/** Fails an import that is still `reading` after these attempts: their processes died. */
export async function failInterruptedReading(
  database: Database,
  id: string,
  tries: number,
  values: Pick<ImportRow, 'failure' | 'expires_at'>,
): Promise<boolean> {
  const rows = await database
    .db()
    .update(dataImports)
    .set({ state: 'failed', object_key: null, ...values })
    .where(
      and(eq(dataImports.id, id), eq(dataImports.state, 'reading'), gte(dataImports.tries, tries)),
    )
    .returning({ id: dataImports.id });
  return rows.length > 0;
}

/**
 * Counts an attempt and returns the import; undefined if it is not to be read. Counts before
 * anything is read, so that an attempt whose process dies is included.
 */
export async function startReading(database: Database, id: string): Promise<ImportRow | undefined> {
  const [row] = await database
    .db()
    .update(dataImports)
    .set({ state: 'reading', tries: sql`${dataImports.tries} + 1`, files_done: 0 })
    .where(and(eq(dataImports.id, id), inArray(dataImports.state, ['waiting', 'reading'])))
    .returning();
  return row;
}

/** False when the import was cancelled. */
export async function saveReadingProgress(
  database: Database,
  { id }: Pick<ImportRow, 'id'>,
  progress: Pick<ImportRow, 'files_done' | 'files_total'>,
): Promise<boolean> {
  const moved = await changeImportState(database, { id }, ['reading'], {
    ...progress,
    state: 'reading',
  });
  return moved !== undefined;
}

export async function deleteExpiredImports(database: Database, now: Date): Promise<number> {
  const rows = await database
    .db()
    .delete(dataImports)
    .where(lte(dataImports.expires_at, now))
    .returning({ id: dataImports.id });
  return rows.length;
}
