import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
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
export async function deleteSome(
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
