import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** As PostgreSQL writes a time where its zone is UTC: `2026-11-15 12:00:00.123+00`. */
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;

/**
 * A time that came as text, in the form that answers have. Most are only written differently; to
 * read one and to write it again takes ten times as long, and a list has many.
 */
export function toIsoTimestamp(text: string): string {
  if (!inUtc.test(text)) return new Date(text).toISOString();
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** What the database's machine takes for the time. */
export async function readDatabaseTime(database: Database): Promise<Date> {
  const [row] = await database.rows<{ now: Date | string }>(sql`select clock_timestamp() as now`);
  if (!row) throw new Error('The database did not tell the time.');
  return new Date(row.now);
}
