import { eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { backupLock } from '../../../platform/database/session.ts';
import { objectRemovals } from './instruction-tables.ts';

/** Schedules an immediate removal, even if the removal is already scheduled for later. */
export async function scheduleRemoval(database: Database, objectKey: string): Promise<void> {
  await database
    .db()
    .insert(objectRemovals)
    .values({ object_key: objectKey })
    .onConflictDoUpdate({ target: objectRemovals.object_key, set: { due_at: sql`now()` } });
}

/** Schedules the removal of an object that has no row yet, after the given number of hours. */
export async function scheduleDelayedRemoval(
  database: Database,
  object_key: string,
  hours: number,
): Promise<void> {
  await database
    .db()
    .insert(objectRemovals)
    .values({ object_key, due_at: sql`now() + make_interval(hours => ${hours})` })
    .onConflictDoNothing();
}

/**
 * Cancels the removal of objects that now have rows. Returns the number of removals that were still
 * pending.
 */
export async function cancelRemovals(database: Database, keys: string[]): Promise<number> {
  const cancelled = await database
    .db()
    .delete(objectRemovals)
    .where(inArray(objectRemovals.object_key, keys))
    .returning({ key: objectRemovals.object_key });
  return cancelled.length;
}

/** Makes pending removals due. Objects whose removal was cancelled are not affected. */
export async function makeRemovalsDue(database: Database, keys: string[]): Promise<void> {
  await database
    .db()
    .update(objectRemovals)
    .set({ due_at: sql`now()` })
    .where(inArray(objectRemovals.object_key, keys));
}

/**
 * Keys of objects to remove; none while a backup runs. A backup that starts later no longer reads
 * their rows, so the lock is needed only during this statement.
 */
export async function listDueRemovals(database: Database, limit: number): Promise<string[]> {
  const [lock] = await database.rows<{ is_acquired: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as is_acquired`,
  );
  if (!lock?.is_acquired) return [];
  const rows = await database
    .db()
    .select({ object_key: objectRemovals.object_key })
    .from(objectRemovals)
    .where(lte(objectRemovals.due_at, sql`now()`))
    .orderBy(objectRemovals.due_at)
    .limit(limit);
  return rows.map(({ object_key }) => object_key);
}

export async function deleteRemovals(database: Database, keys: string[]): Promise<void> {
  await database.db().delete(objectRemovals).where(inArray(objectRemovals.object_key, keys));
}

export async function postponeRemoval(
  database: Database,
  key: string,
  minutes: number,
): Promise<void> {
  await database
    .db()
    .update(objectRemovals)
    .set({ due_at: sql`now() + make_interval(mins => ${minutes})` })
    .where(eq(objectRemovals.object_key, key));
}
