import { and, asc, count, eq, lt, notInArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../platform/encryption/owner-key.ts';
import { ownerKeys } from './owner-key-table.ts';

export const wrappedKeyColumns = {
  key_id: ownerKeys.key_id,
  master_version: ownerKeys.master_version,
  wrapped: ownerKeys.wrapped,
};

export async function findOwnerKey(
  database: Database,
  userId: string,
): Promise<WrappedOwnerKey | undefined> {
  const [row] = await database
    .db()
    .select(wrappedKeyColumns)
    .from(ownerKeys)
    .where(eq(ownerKeys.user_id, userId));
  return row;
}

/** Of several at once the first one stays. */
export async function insertOwnerKey(
  database: Database,
  userId: string,
  key: WrappedOwnerKey,
  now: Date,
): Promise<void> {
  await database
    .db()
    .insert(ownerKeys)
    .values({ user_id: userId, ...key, created_at: now })
    .onConflictDoNothing();
}

export interface OwnerKeyRow extends WrappedOwnerKey {
  user_id: string;
}

/** Keys closed with an older master key, locked for whoever closes them anew. */
export function lockKeysOlderThan(
  database: Database,
  version: number,
  limit: number,
): Promise<OwnerKeyRow[]> {
  return database
    .db()
    .select({ user_id: ownerKeys.user_id, ...wrappedKeyColumns })
    .from(ownerKeys)
    .where(lt(ownerKeys.master_version, version))
    .orderBy(asc(ownerKeys.master_version))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export async function updateOwnerKey(
  database: Database,
  userId: string,
  { key_id, master_version, wrapped }: WrappedOwnerKey,
): Promise<void> {
  await database
    .db()
    .update(ownerKeys)
    .set({ master_version, wrapped })
    .where(and(eq(ownerKeys.user_id, userId), eq(ownerKeys.key_id, key_id)));
}

/** How many keys each master key closes. */
export function countKeysByVersion(
  database: Database,
): Promise<{ master_version: number; keys: number }[]> {
  return database
    .db()
    .select({ master_version: ownerKeys.master_version, keys: count() })
    .from(ownerKeys)
    .groupBy(ownerKeys.master_version)
    .orderBy(asc(ownerKeys.master_version));
}

/** A version that some key needs and that is not among `known`. */
export async function findUnknownVersion(
  database: Database,
  known: readonly number[],
): Promise<number | undefined> {
  const [row] = await database
    .db()
    .select({ master_version: ownerKeys.master_version })
    .from(ownerKeys)
    .where(notInArray(ownerKeys.master_version, [...known]))
    .limit(1);
  return row?.master_version;
}
