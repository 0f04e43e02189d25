import { sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Column type of all times. */
export const timestamptz = () => timestamp({ withTimezone: true });

/** PostgreSQL's form of a UTC time: `2026-11-15 12:00:00.123+00`. */
const utcTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;

/** ISO 8601, without parsing the common form: parsing is ten times slower, and lists are long. */
export function toIsoTimestamp(text: string): string {
  if (!utcTime.test(text)) return new Date(text).toISOString();
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** The clock of the database server. */
export async function readDatabaseTime(database: Database): Promise<Date> {
  const [row] = await database.rows<{ now: Date | string }>(sql`select clock_timestamp() as now`);
  if (!row) throw new Error('The database returned no time.');
  return new Date(row.now);
}
