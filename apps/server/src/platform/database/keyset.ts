import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * Rows behind a place, in the order of a moment and an id. Both are columns of one index, so that a page
 * costs what it holds: in the order of ids alone, the planner may walk through everything that is not due.
 */
export function isBehind(
  [moment, at]: readonly [Column, Date],
  [id, last]: readonly [Column, string],
): SQL {
  return sql`(${moment}, ${id}) > (${at.toISOString()}::timestamptz, ${last}::uuid)`;
}
