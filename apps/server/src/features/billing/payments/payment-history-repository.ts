import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Payment } from './payment-repository.ts';
import { paymentEvents, payments, refunds, unknownNotifications } from './payment-tables.ts';

/** Notifications are unauthenticated, so their number is limited. */
const maxUnknownNotifications = 10_000;

export interface ListedPayment extends Payment {
  refunded_kopecks: number | null;
  refund_status: PaymentStatus | null;
  refund_reason: RefundReason | null;
}

/** One row with the refunds of a payment, pending ones included; no row without refunds. */
function refundSummary(paymentId: SQL): SQL {
  return sql`(
    select
      coalesce(sum(amount_kopecks) filter (where status <> 'canceled'), sum(amount_kopecks))
        as amount,
      case
        when bool_or(status = 'pending') then 'pending'
        when bool_or(status = 'succeeded') then 'succeeded'
        else 'canceled'
      end as status,
      (array_agg(reason order by created_at desc, id desc))[1] as reason
    from ${refunds} where refunds.payment_id = ${paymentId}
    having count(*) > 0)`;
}

interface RefundSummary {
  amount_kopecks: number;
  status: PaymentStatus;
  reason: RefundReason;
}

export async function findRefundSummary(
  database: Database,
  paymentId: string,
): Promise<RefundSummary | undefined> {
  const [found] = await database.rows<RefundSummary>(sql`
    select amount::int as amount_kopecks, status, reason
    from ${refundSummary(sql`${paymentId}::uuid`)} refund_sum`);
  return found;
}

/** Payments of an owner with their refunds, newest first. */
export function listPaymentRows(
  database: Database,
  userId: string,
  limit: number,
): Promise<ListedPayment[]> {
  return database.rows<ListedPayment>(sql`
    select ${payments}.*, refund_sum.amount::int as refunded_kopecks,
      refund_sum.status as refund_status, refund_sum.reason as refund_reason
    from ${payments}
    left join lateral ${refundSummary(sql`payments.id`)} refund_sum on true
    where payments.user_id = ${userId}
    order by payments.created_at desc, payments.id desc
    limit ${limit}`);
}

/** The history is for operators and contains no personal data. */
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

/** Stores one row per event and object, up to a maximum number of rows. */
export async function recordUnknownNotification(
  database: Database,
  event: string,
  objectId: string,
  now: Date,
): Promise<void> {
  await database.rows(sql`
    insert into ${unknownNotifications} (id, event, object_id, created_at)
    select ${newId()}::uuid, ${event}, ${objectId}, ${now.toISOString()}::timestamptz
    where (select count(*) from ${unknownNotifications}) < ${maxUnknownNotifications}
    on conflict do nothing`);
}

export function deleteOldNotifications(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: unknownNotifications, key: 'id', limit },
    isDue: sql`created_at < ${before.toISOString()}::timestamptz`,
    age: sql`created_at`,
  });
}
