import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { StorageState } from './storage-rules.ts';
import { userStorage, userStorageUsage } from './storage-tables.ts';

/** What an owner without rows has: the free plan, and nothing stored. */
export async function readStorage(database: Database, userId: string): Promise<StorageState> {
  const [state] = await database.rows<StorageState>(sql`
    select
      coalesce(storage.plan, 'free') as plan,
      coalesce(storage.limit_mb, ${limits.freeStorageMb})::int as limit_mb,
      coalesce(usage.used_bytes, 0)::float8 as used_bytes
    from (select ${userId}::uuid as user_id) owner
    left join ${userStorage} storage on storage.user_id = owner.user_id
    left join ${userStorageUsage} usage on usage.user_id = owner.user_id`);
  if (!state) throw new Error('A storage without a row answered nothing.');
  return state;
}

/**
 * The same, with the usage locked until the transaction ends: code that stores something
 * waits here.
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
  if (!state) throw new Error('A locked storage answered nothing.');
  return state;
}
