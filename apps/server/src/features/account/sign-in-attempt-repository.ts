import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { signInAttempts } from './account-tables.ts';

type AttemptRow = typeof signInAttempts.$inferSelect;

/** Takes the row of a key for the current transaction; creates it where it is missing. */
export async function lockAttempts(
  database: Database,
  key: string,
): Promise<AttemptRow | undefined> {
  // Without a row there is nothing to lock, and two first attempts would both see nothing.
  await database.rows(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const [row] = await database
    .db()
    .select()
    .from(signInAttempts)
    .where(eq(signInAttempts.key, key));
  return row;
}

export async function saveAttempts(
  database: Database,
  row: Omit<AttemptRow, 'warned_at'>,
): Promise<void> {
  await database
    .db()
    .insert(signInAttempts)
    .values(row)
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: { failures: row.failures, last_failed_at: row.last_failed_at },
    });
}

/** A successful attempt was not a failure after all. */
export async function giveBackAttempt(database: Database, key: string): Promise<void> {
  await database
    .db()
    .update(signInAttempts)
    .set({ failures: sql`${signInAttempts.failures} - 1` })
    .where(eq(signInAttempts.key, key));
  await database
    .db()
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.key, key), lt(signInAttempts.failures, 1)));
}

export async function markWarned(database: Database, key: string, now: Date): Promise<void> {
  await database
    .db()
    .update(signInAttempts)
    .set({ warned_at: now })
    .where(eq(signInAttempts.key, key));
}

export async function deleteAttempts(database: Database, keys: string[]): Promise<void> {
  await database.db().delete(signInAttempts).where(inArray(signInAttempts.key, keys));
}

export async function deleteAttemptsBefore(database: Database, moment: Date): Promise<void> {
  await database.db().delete(signInAttempts).where(lt(signInAttempts.last_failed_at, moment));
}
