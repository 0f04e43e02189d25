import { and, asc, count, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { builtOnce, prepared } from '../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../platform/encryption/owner-key.ts';
import { ownerKeys } from './owner-key-table.ts';

export const wrappedKeyColumns = {
  key_id: ownerKeys.key_id,
  master_version: ownerKeys.master_version,
  wrapped: ownerKeys.wrapped,
};

/** The same in a statement that is written out. */
export const wrappedKey = builtOnce(
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

/** The next keys closed with an older master key, locked for the one who closes them again. */
export function lockKeysOlderThan(
  database: Database,
  version: number,
  afterUserId: string,
  limit: number,
): Promise<OwnerKeyRow[]> {
  return database
    .db()
    .select({ user_id: ownerKeys.user_id, ...wrappedKeyColumns })
    .from(ownerKeys)
    .where(and(lt(ownerKeys.master_version, version), gt(ownerKeys.user_id, afterUserId)))
    .orderBy(asc(ownerKeys.user_id))
    .limit(limit)
    .for('update');
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

/** A few keys of every version that is in use. */
export function findKeyOfEachVersion(
  database: Database,
  perVersion: number,
): Promise<OwnerKeyRow[]> {
  return database.rows<OwnerKeyRow>(sql`
    with recursive versions as (
      (select master_version from ${ownerKeys} order by master_version limit 1)
      union all
      select (select master_version from ${ownerKeys} later
        where later.master_version > versions.master_version order by master_version limit 1)
      from versions where versions.master_version is not null
    )
    select sample.user_id, sample.key_id, sample.master_version, sample.wrapped
    from versions cross join lateral (
      select * from ${ownerKeys} one
      where one.master_version = versions.master_version limit ${perVersion}
    ) sample`);
}
