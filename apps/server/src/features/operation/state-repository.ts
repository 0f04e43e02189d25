import { getTableName, sql } from 'drizzle-orm';
import type { Rows } from '../../platform/database/database.ts';
import { instructionFiles, objectRemovals } from '../instructions/public.ts';
import { userStorageUsage } from '../storage/public.ts';

export interface StorageFigures {
  used_bytes: number;
  objects: number;
  waiting_removals: number;
}

export async function readStorageFigures({ rows }: Rows): Promise<StorageFigures> {
  const [found] = await rows<StorageFigures>(sql`
    select
      (select coalesce(sum(${userStorageUsage.used_bytes}), 0)::float8 from ${userStorageUsage}) as used_bytes,
      (select count(*)::int from ${instructionFiles} where ${instructionFiles.state} = 'stored') as objects,
      (select count(*)::int from ${objectRemovals}) as waiting_removals`);
  if (!found) throw new Error(`Nothing is known of ${getTableName(userStorageUsage)}.`);
  return found;
}

/** As the database calls itself, without the machine that it was built on. */
export async function readDatabaseVersion({ rows }: Rows): Promise<string> {
  const [found] = await rows<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  );
  return found?.version ?? '';
}
