import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

/** What the database's machine takes for the time. */
export async function readDatabaseTime(database: Database): Promise<Date> {
  const [row] = await database.rows<{ now: Date | string }>(sql`select clock_timestamp() as now`);
  if (!row) throw new Error('The database did not tell the time.');
  return new Date(row.now);
}
