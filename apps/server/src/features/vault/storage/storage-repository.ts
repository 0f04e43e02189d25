import { limits } from '@zavet/contract/limits';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/prepared.ts';
import type { StorageState } from './storage-rules.ts';
import { userStorage, userStorageUsage } from './storage-tables.ts';

/** An owner without rows has the free plan and stores nothing. */
export const storageColumns = sql`
  coalesce(storage.plan, 'free') as plan,
  coalesce(storage.limit_mb, ${limits.freeStorageMb})::int as limit_mb,
  coalesce(usage.used_bytes, 0)::float8 as used_bytes`;

/** The joins of `storageColumns`. */
export const storageOf = (userId: SQLWrapper) => sql`
  left join ${userStorage} storage on storage.user_id = ${userId}
  left join ${userStorageUsage} usage on usage.user_id = ${userId}`;

const storageStatement = prepareStatement<{ userId: string }>(
  ({ userId }) => sql`
  select ${storageColumns} from (select ${userId}::uuid as user_id) owner
  ${storageOf(sql`owner.user_id`)}`,
);

export async function readStorage(database: Database, userId: string): Promise<StorageState> {
  const [state] = await database.rows<StorageState>(storageStatement({ userId }));
  if (!state) throw new Error('Reading the storage returned no row.');
  return state;
}

/**
 * Reads plan and usage. Locks the usage until the transaction ends, so that parallel uploads cannot
 * exceed the quota.
 */
export async function lockStorage(database: Database, userId: string): Promise<StorageState> {
  const [state] = await database.rows<StorageState>(sql`
    with usage as (
      insert into ${userStorageUsage} as usage (user_id, used_bytes) values (${userId}, 0)
      on conflict (user_id) do update set used_bytes = usage.used_bytes
      returning user_id, used_bytes
    )
    select
      coalesce(storage.plan, 'free') as plan,
      coalesce(storage.limit_mb, ${limits.freeStorageMb})::int as limit_mb,
      usage.used_bytes::float8 as used_bytes
    from usage
    left join ${userStorage} storage on storage.user_id = usage.user_id`);
  if (!state) throw new Error('Locking the storage returned no row.');
  return state;
}
