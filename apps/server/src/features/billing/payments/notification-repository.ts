import { sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { strangeNotifications } from './payment-tables.ts';

/** Anyone may send them, so there is an end to how many are kept. */
const mostKept = 10_000;

/** Once per event and object, however often it is repeated. */
export async function recordStrangeNotification(
  database: Database,
  event: string,
  objectId: string,
  now: Date,
): Promise<void> {
  await database.rows(sql`
    insert into ${strangeNotifications} (id, event, object_id, created_at)
    select ${newId()}::uuid, ${event}, ${objectId}, ${now.toISOString()}::timestamptz
    where (select count(*) from ${strangeNotifications}) < ${mostKept}
    on conflict do nothing`);
}

export function forgetNotifications(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: strangeNotifications, key: 'id', limit },
    isDue: sql`created_at < ${before.toISOString()}::timestamptz`,
    age: sql`created_at`,
  });
}
