import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { deliveries, deliveryEvents } from '../delivery-tables.ts';

/** Whether the ledger has this report already. */
export async function isReportKnown(
  database: Database,
  events: readonly { id: string }[],
): Promise<boolean> {
  const [known] = await database
    .db()
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(
      inArray(
        deliveryEvents.id,
        events.map(({ id }) => id),
      ),
    )
    .limit(1);
  return known !== undefined;
}

/** Whether anybody has read a letter in an envelope since that moment. */
export async function isOpenedSince(
  database: Database,
  envelopeId: string,
  since: Date,
): Promise<boolean> {
  const [opened] = await database.rows(sql`
    select 1 from ${deliveryEvents} event
    inner join ${deliveries} on ${deliveries.id} = event.delivery_id
    where ${deliveries.envelope_id} = ${envelopeId} and event.kind in ('opened', 'downloaded')
      and event.created_at >= ${since.toISOString()}::timestamptz
    limit 1`);
  return opened !== undefined;
}
