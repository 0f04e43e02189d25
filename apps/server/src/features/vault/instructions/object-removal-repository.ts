import { eq, inArray, lte, sql } from 'drizzle-orm';
import { type Database } from '../../../platform/database/database.ts';
import { backupLock } from '../../../platform/database/session.ts';
import { objectRemovals } from './instruction-tables.ts';




/** Has an object removed now, whether or not its row noted it for later. */
export async function scheduleRemoval(database: Database, objectKey: string): Promise<void> {
  await database
    .db()
    .insert(objectRemovals)
    .values({ object_key: objectKey })
    .onConflictDoUpdate({ target: objectRemovals.object_key, set: { due_at: sql`now()` } });
}

/**
 * Keys of objects to remove; none while a backup runs. A backup that starts later does not know the
 * rows of these any more, so only the moment of looking has to be kept free of one.
 */
export async function listDueRemovals(database: Database, limit: number): Promise<string[]> {
  const [lock] = await database.rows<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as taken`,
  );
  if (!lock?.taken) return [];
  const rows = await database
    .db()
    .select({ object_key: objectRemovals.object_key })
    .from(objectRemovals)
    .where(lte(objectRemovals.due_at, sql`now()`))
    .orderBy(objectRemovals.due_at)
    .limit(limit);
  return rows.map(({ object_key }) => object_key);
}

export async function deleteRemovals(database: Database, keys: readonly string[]): Promise<void> {
  await database
    .db()
    .delete(objectRemovals)
    .where(inArray(objectRemovals.object_key, [...keys]));
}

/** Puts an object that could not be removed to the back of the line. */
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

/** Notes objects that have no row yet: unless they are released, they are removed after a while. */
export async function scheduleLateRemoval(
  database: Database,
  keys: readonly string[],
  hours: number,
): Promise<void> {
  const due_at = sql`now() + make_interval(hours => ${hours})`;
  for (const some of inParts(keys)) {
    const rows = some.map((object_key) => ({ object_key, due_at }));
    await database.db().insert(objectRemovals).values(rows).onConflictDoNothing();
  }
}

/** Says how many of them were still held; from now on their rows keep them. */
export async function cancelRemovals(database: Database, keys: readonly string[]): Promise<number> {
  let released = 0;
  for (const some of inParts(keys)) {
    const rows = await database
      .db()
      .delete(objectRemovals)
      .where(inArray(objectRemovals.object_key, some))
      .returning({ key: objectRemovals.object_key });
    released += rows.length;
  }
  return released;
}

/** Has those removed now that are still held: what has a row by now is not. */
export async function makeRemovalsDue(database: Database, keys: readonly string[]): Promise<void> {
  for (const some of inParts(keys)) {
    await database
      .db()
      .update(objectRemovals)
      .set({ due_at: sql`now()` })
      .where(inArray(objectRemovals.object_key, some));
  }
}
