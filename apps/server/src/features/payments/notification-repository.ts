import { lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/new-id.ts';
import { strangeNotifications } from './payment-tables.ts';

/** Once per event and object, however often it is repeated. */
export async function recordStrangeNotification(
  database: Database,
  event: string,
  objectId: string,
  now: Date,
): Promise<void> {
  await database
    .db()
    .insert(strangeNotifications)
    .values({ id: newId(), event, object_id: objectId, created_at: now })
    .onConflictDoNothing();
}

export async function deleteNotificationsBefore(database: Database, moment: Date): Promise<void> {
  await database
    .db()
    .delete(strangeNotifications)
    .where(lt(strangeNotifications.created_at, moment));
}
