import { sql } from 'drizzle-orm';
import { deleteSome } from '../database/batch-repository.ts';
import type { Database } from '../database/database.ts';
import { rateLimits } from './rate-limit-table.ts';

/** Forgets calls that no limit still counts. */
export function forgetCalls(database: Database, before: Date, limit: number): Promise<number> {
  return deleteSome(database, {
    ...{ table: rateLimits, key: 'key', limit },
    isDue: sql`window_started_at < ${before.toISOString()}::timestamptz`,
    age: sql`window_started_at`,
  });
}
