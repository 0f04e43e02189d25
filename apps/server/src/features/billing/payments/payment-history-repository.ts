import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Payment } from './payment-repository.ts';
import { payments, refunds } from './payment-tables.ts';

export interface ListedPayment extends Payment {
  refunded_kopecks: number | null;
  refund_status: PaymentStatus | null;
  refund_reason: RefundReason | null;
}

/** What of a payment was given back, or is about to be, in one row; none where nothing was. */
function givenBack(paymentId: SQL): SQL {
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

interface GivenBack {
  amount_kopecks: number;
  status: PaymentStatus;
  reason: RefundReason;
}

export async function findGivenBack(
  database: Database,
  paymentId: string,
): Promise<GivenBack | undefined> {
  const [found] = await database.rows<GivenBack>(sql`
    select amount::int as amount_kopecks, status, reason
    from ${givenBack(sql`${paymentId}::uuid`)} given_back`);
  return found;
}

/** The payments of an owner with what was given back, newest first: one query. */
export function listPaymentRows(
  database: Database,
  userId: string,
  limit: number,
): Promise<ListedPayment[]> {
  return database.rows<ListedPayment>(sql`
    select ${payments}.*, given_back.amount::int as refunded_kopecks,
      given_back.status as refund_status, given_back.reason as refund_reason
    from ${payments}
    left join lateral ${givenBack(sql`payments.id`)} given_back on true
    where payments.user_id = ${userId}
    order by payments.created_at desc, payments.id desc
    limit ${limit}`);
}
