import { sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Column type of all times. */
export const timestamptz = () => timestamp({ withTimezone: true });

/** UTC times of PostgreSQL: `2026-11-15 12:00:00.123+00`, in JSON `2026-11-15T12:00:00.123+00:00`. */
const utcTime = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::00)?$/;

/**
 * Converts a time to ISO 8601. Does not parse the common format, because parsing is ten times
 * slower and lists are long.
 */
export function toIsoTimestamp(text: string): string {
  const parts = utcTime.exec(text);
  if (!parts) return new Date(text).toISOString();
  const [, day, time, fraction = ''] = parts;
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

/** The clock of the database server. */
export async function readDatabaseTime(database: Database): Promise<Date> {
  const [row] = await database.rows<{ now: Date | string }>(sql`select clock_timestamp() as now`);
  if (!row) throw new Error('The database returned no time.');
  return new Date(row.now);
}
