import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * Rows behind a cursor, in the order of a moment and an id. Both are columns of one index, so that a
 * page costs what it holds: in the order of ids alone, the planner may scan everything that is not due.
 * A moment that the database set is passed as its text, because a Date cuts off microseconds.
 */
export function isBehind(
  [moment, at]: readonly [Column, Date | string],
  [id, last]: readonly [Column, string],
): SQL {
  const cursor = typeof at === 'string' ? at : at.toISOString();
  return sql`(${moment}, ${id}) > (${cursor}::timestamptz, ${last}::uuid)`;
}
