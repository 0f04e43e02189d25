import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { WrappedKey } from './master-keys.ts';
import { serviceKeys } from './service-key-table.ts';

const name = 'service';

/** The wrapped key of the installation; `fresh` becomes it where there is none. */
export async function readOrCreateServiceKey(
  database: Database,
  fresh: WrappedKey,
  now: Date,
): Promise<WrappedKey> {
  const found = await readServiceKey(database);
  if (found) return found;
  const row = { name, ...fresh, created_at: now };
  await database.db().insert(serviceKeys).values(row).onConflictDoNothing();
  return (await readServiceKey(database)) ?? fresh;
}

export async function readServiceKey(database: Database): Promise<WrappedKey | undefined> {
  const [row] = await database
    .db()
    .select({ master_version: serviceKeys.master_version, wrapped: serviceKeys.wrapped })
    .from(serviceKeys)
    .where(eq(serviceKeys.name, name));
  return row;
}

/** Writes the key closed again, unless somebody did so meanwhile. */
export async function rewrapServiceKey(database: Database, wrapped: WrappedKey): Promise<void> {
  await database
    .db()
    .update(serviceKeys)
    .set(wrapped)
    .where(and(eq(serviceKeys.name, name), ne(serviceKeys.master_version, wrapped.master_version)));
}
