import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

interface Batch {
  table: SQLWrapper;
  /** The primary key, without its table. */
  key: string;
  /** What makes a row due, in columns of this table. */
  isDue: SQL;
  /** The oldest first, so that an index on it finds them. */
  age: SQL;
  limit: number;
}

/**
 * Deletes some of the rows that are due. Only those are locked, and one that somebody else holds is
 * left for another time: however many rows there are, nobody waits.
 */
export async function deleteBatch(
  database: Database,
  { table, key, isDue, age, limit }: Batch,
): Promise<number> {
  const id = sql.identifier(key);
  const [row] = await database.rows<{ count: number }>(sql`
    with chosen as materialized (
      select ${id} as key from ${table} where ${isDue} order by ${age} limit ${limit}
      for update skip locked
    ), gone as (
      delete from ${table} where ${id} = any(array(select key from chosen)) returning 1
    )
    select count(*)::int as count from gone`);
  return row?.count ?? 0;
}

/**
 * Rows behind a cursor, in the order of a moment and an id. Both are columns of one index, so that a
 * page costs what it holds: in the order of ids alone, the planner may scan everything that is not due.
 * A moment that the database set is passed as its text, because a Date cuts off microseconds.
 */
export function isAfterCursor(
  [moment, at]: readonly [Column, Date | string],
  [id, last]: readonly [Column, string],
): SQL {
  const cursor = typeof at === 'string' ? at : at.toISOString();
  return sql`(${moment}, ${id}) > (${cursor}::timestamptz, ${last}::uuid)`;
}

/** How many of what went: words of the program and figures. */
export type RemovalCounts = Record<string, number>;

export function isEmptyRemoval(removed: RemovalCounts): boolean {
  return Object.values(removed).every((count) => count === 0);
}
