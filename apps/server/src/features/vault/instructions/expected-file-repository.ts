import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { type FileMark, hasMark } from './file-repository.ts';
import { expectedFiles, instructionFiles } from './instruction-tables.ts';

export type ExpectedFileRow = typeof expectedFiles.$inferSelect;

/** Expects files. What is expected or stored already changes nothing. Says how many are new. */
export async function insertExpected(
  database: Database,
  rows: readonly ExpectedFileRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const values = sql.join(
    rows.map(
      (row) => sql`(${row.id}::uuid, ${row.user_id}::uuid, ${row.instruction_id}::uuid,
        ${row.file_name}::text, ${row.name_digest}::text, ${row.size_bytes}::int,
        ${row.created_at.toISOString()}::timestamptz)`,
    ),
    sql`, `,
  );
  const inserted = await database.rows(sql`
    insert into ${expectedFiles}
      (id, user_id, instruction_id, file_name, name_digest, size_bytes, created_at)
    select * from (values ${values}) as wanted
      (id, user_id, instruction_id, file_name, name_digest, size_bytes, created_at)
    where not exists (
      select 1 from ${instructionFiles} stored
      where stored.instruction_id = wanted.instruction_id
        and stored.name_digest = wanted.name_digest
        and stored.size_bytes = wanted.size_bytes and stored.state = 'stored')
    on conflict do nothing
    returning id`);
  return inserted.length;
}

/** Files of an owner: those that are stored, and those that are expected, arriving ones included. */
export async function countFiles(database: Database, userId: string): Promise<number> {
  const [row] = await database.rows<{ files: number }>(sql`
    select (
      (select count(*) from ${instructionFiles} where user_id = ${userId} and state = 'stored') +
      (select count(*) from ${expectedFiles} where user_id = ${userId}))::int as files`);
  return row?.files ?? 0;
}

export async function findExpected(
  database: Database,
  userId: string,
  id: string,
): Promise<ExpectedFileRow | undefined> {
  const [row] = await database
    .db()
    .select()
    .from(expectedFiles)
    .where(and(eq(expectedFiles.id, id), eq(expectedFiles.user_id, userId)));
  return row;
}

/** Nobody waits for it any more. */
export async function deleteExpected(database: Database, file: FileMark): Promise<void> {
  await database.db().delete(expectedFiles).where(hasMark(expectedFiles, file));
}
