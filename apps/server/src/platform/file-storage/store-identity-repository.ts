import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { objectStores } from './object-store-table.ts';

const name = 'files';

export async function findStoreId(database: Database): Promise<string | undefined> {
  const [found] = await database
    .db()
    .select({ id: objectStores.id })
    .from(objectStores)
    .where(eq(objectStores.name, name));
  return found?.id;
}

/**
 * Records the store id. Returns false if another id is recorded already; waits for a concurrent
 * transaction that inserts one.
 */
export async function recordStoreId(database: Database, id: string, since: Date): Promise<boolean> {
  const recorded = await database
    .db()
    .insert(objectStores)
    .values({ name, id, since })
    .onConflictDoNothing()
    .returning({ id: objectStores.id });
  return recorded.length > 0;
}

export async function replaceStoreId(database: Database, id: string, since: Date): Promise<void> {
  await database
    .db()
    .insert(objectStores)
    .values({ name, id, since })
    .onConflictDoUpdate({ target: objectStores.name, set: { id, since } });
}
