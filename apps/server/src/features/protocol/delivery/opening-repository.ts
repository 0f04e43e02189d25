import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/new-id.ts';
import { deliveries, deliveryEvents } from '../delivery-tables.ts';

/**
 * Notes that a letter is opened. False when its owner has taken it back: who takes back holds the
 * same row, so that of both at the same moment one is first, and the other one sees that.
 */
export async function recordOpening(
  database: Database,
  deliveryId: string,
  now: Date,
): Promise<boolean> {
  const noted = await database.rows(sql`
    insert into ${deliveryEvents} (id, delivery_id, kind, created_at)
    select ${newId()}::uuid, deliveries.id, 'opened', ${now.toISOString()}::timestamptz
    from ${deliveries} where deliveries.id = ${deliveryId} and deliveries.state <> 'closed'
    for share
    returning id`);
  return noted.length > 0;
}
