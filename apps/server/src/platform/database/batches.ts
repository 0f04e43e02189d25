import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

interface Batch {
  table: SQLWrapper;
  /** Column name of the primary key. */
  key: string;
  isDue: SQL;
  /** Column to order by: the oldest rows are deleted first. It needs an index. */
  age: SQL;
  limit: number;
}

/**
 * Deletes a batch of due rows and returns their number. Skips locked rows, so it never waits for a
 * lock.
 */
export async function deleteBatch(
  database: Database,
  { table, key, isDue, age, limit }: Batch,
): Promise<number> {
  const id = sql.identifier(key);
  const [row] = await database.rows<{ count: number }>(sql`
    with due as materialized (
      select ${id} as key from ${table} where ${isDue} order by ${age} limit ${limit}
      for update skip locked
    ), deleted as (
      delete from ${table} where ${id} = any(array(select key from due)) returning 1
    )
    select count(*)::int as count from deleted`);
  return row?.count ?? 0;
}

/**
 * Condition for keyset pagination by timestamp and id. Ordering by id alone could scan all rows
 * that are not due. Pass timestamps set by the database as text: a Date truncates microseconds.
 */
export function isAfterCursor(
  [timeColumn, lastTime]: readonly [Column, Date | string],
  [idColumn, lastId]: readonly [Column, string],
): SQL {
  const cursor = typeof lastTime === 'string' ? lastTime : lastTime.toISOString();
  return sql`(${timeColumn}, ${idColumn}) > (${cursor}::timestamptz, ${lastId}::uuid)`;
}

/** Number of removed rows by kind. */
export type RemovalCounts = Record<string, number>;

export function isEmptyRemoval(removed: RemovalCounts): boolean {
  return Object.values(removed).every((count) => count === 0);
}
