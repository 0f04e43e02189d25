import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prebuildSql, prepareStatement } from '../../../platform/database/prepared.ts';
import type { KeyTable } from '../../../platform/encryption/key-repository.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys } from './owner-key-tables.ts';

/** Describes the table for operations on all wrapped keys, such as a rotation. */
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

/** `wrappedKeyColumns` for raw SQL. */
export const wrappedKeySql = prebuildSql(
  sql`${ownerKeys.key_id}, ${ownerKeys.master_version}, ${ownerKeys.wrapped}`,
);

const selectOwnerKey = prepareStatement<{ userId: string }>(
  ({ userId }) =>
    sql`select ${wrappedKeySql} from ${ownerKeys} where ${ownerKeys.user_id} = ${userId}`,
);

export async function findOwnerKey(
  database: Database,
  userId: string,
): Promise<WrappedOwnerKey | undefined> {
  const [row] = await database.rows<WrappedOwnerKey>(selectOwnerKey({ userId }));
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
