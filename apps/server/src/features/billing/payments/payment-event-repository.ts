import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { paymentEvents } from './payment-tables.ts';

/** The history of a payment, in words for operators; nothing in it names a person. */
export async function recordPaymentEvent(
  database: Database,
  paymentId: string,
  kind: string,
  now: Date,
  detail: string | null = null,
): Promise<void> {
  await database
    .db()
    .insert(paymentEvents)
    .values({ id: newId(), payment_id: paymentId, kind, detail, created_at: now });
}

export async function listPaymentEvents(database: Database, paymentId: string) {
  return database
    .db()
    .select({
      kind: paymentEvents.kind,
      detail: paymentEvents.detail,
      created_at: paymentEvents.created_at,
    })
    .from(paymentEvents)
    .where(eq(paymentEvents.payment_id, paymentId))
    .orderBy(asc(paymentEvents.created_at), asc(paymentEvents.id));
}
