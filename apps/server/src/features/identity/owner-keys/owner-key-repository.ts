import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prebuilt, prepared } from '../../../platform/database/prepared.ts';
import type { KeyTable } from '../../../platform/encryption/key-repository.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys } from './owner-key-tables.ts';

/** For operations on all wrapped keys. */
export const ownerKeyTable: KeyTable = {
  table: ownerKeys,
  id: ownerKeys.user_id,
  key_id: ownerKeys.key_id,
  master_version: ownerKeys.master_version,
  wrapped: ownerKeys.wrapped,
};

export const wrappedKeyColumns = {
  key_id: ownerKeys.key_id,
  master_version: ownerKeys.master_version,
  wrapped: ownerKeys.wrapped,
};

/** The same columns for raw SQL. */
export const wrappedKey = prebuilt(
  sql`${ownerKeys.key_id}, ${ownerKeys.master_version}, ${ownerKeys.wrapped}`,
);

const keyOfOwner = prepared<{ userId: string }>(
  ({ userId }) =>
    sql`select ${wrappedKey} from ${ownerKeys} where ${ownerKeys.user_id} = ${userId}`,
);

export async function findOwnerKey(
  database: Database,
  userId: string,
): Promise<WrappedOwnerKey | undefined> {
  const [row] = await database.rows<WrappedOwnerKey>(keyOfOwner({ userId }));
  return row;
}

/** Of concurrent inserts, the first one wins. */
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
