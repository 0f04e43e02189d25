import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { isDue } from './payment-repository.ts';
import type { ProviderName } from './payment-rules.ts';
import { payments, refunds } from './payment-tables.ts';

export type Refund = typeof refunds.$inferSelect;

export async function insertRefund(
  database: Database,
  refund: typeof refunds.$inferInsert,
): Promise<void> {
  await database.db().insert(refunds).values(refund);
}

export async function findRefund(database: Database, id: string) {
  const [found] = await database
    .db()
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(refunds.id, id));
  return found;
}

/** Sum of successful and pending refunds. */
export async function sumRefundedKopecks(database: Database, paymentId: string): Promise<number> {
  const [row] = await database.rows<{ amount: number }>(sql`
    select coalesce(sum(amount_kopecks), 0)::int as amount from ${refunds}
    where payment_id = ${paymentId} and status <> 'canceled'`);
  return row?.amount ?? 0;
}

export async function recordProviderRefundId(
  database: Database,
  id: string,
  providerRefundId: string,
): Promise<void> {
  await database
    .db()
    .update(refunds)
    .set({ provider_refund_id: providerRefundId })
    .where(eq(refunds.id, id));
}

export async function listProviderRefundIds(
  database: Database,
  paymentId: string,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ name: refunds.provider_refund_id })
    .from(refunds)
    .where(eq(refunds.payment_id, paymentId));
  return rows.flatMap(({ name }) => name ?? []);
}

/** Records a manual refund, even after a canceled one. */
export async function recordManualRefundEnd(
  database: Database,
  id: string,
  amount_kopecks: number,
  now: Date,
): Promise<boolean> {
  const recorded = await database
    .db()
    .update(refunds)
    .set({
      amount_kopecks,
      status: 'succeeded',
      settled_at: now,
      next_check_at: null,
      receipt_email: null,
    })
    .where(and(eq(refunds.id, id), ne(refunds.status, 'succeeded')))
    .returning({ id: refunds.id });
  return recorded.length > 0;
}

export async function recordRefundEnd(
  database: Database,
  id: string,
  status: Exclude<PaymentStatus, 'pending'>,
  now: Date,
): Promise<boolean> {
  const ended = await database
    .db()
    .update(refunds)
    .set({ status, settled_at: now, next_check_at: null, receipt_email: null })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')))
    .returning({ id: refunds.id });
  return ended.length > 0;
}

/**
 * Counts a check and schedules the next one, before the provider is called. Returns the number of
 * checks; undefined if the refund is settled.
 */
export async function claimRefundCheck(
  database: Database,
  id: string,
  next_check_at: Date,
): Promise<number | undefined> {
  const [claimed] = await database
    .db()
    .update(refunds)
    .set({ checks: sql`${refunds.checks} + 1`, next_check_at })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')))
    .returning({ checks: refunds.checks });
  return claimed?.checks;
}

export async function findRefundIdByProviderId(
  database: Database,
  providerRefundId: string,
): Promise<string | undefined> {
  const [found] = await database
    .db()
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.provider_refund_id, providerRefundId));
  return found?.id;
}

export async function listDueRefunds(
  database: Database,
  provider: ProviderName,
  now: Date,
  limit: number,
): Promise<string[]> {
  const due = await database
    .db()
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(
      and(
        eq(payments.provider, provider),
        eq(refunds.status, 'pending'),
        isDue(refunds.next_check_at, now),
      ),
    )
    .orderBy(asc(refunds.next_check_at))
    .limit(limit);
  return due.map(({ id }) => id);
}

/** The remaining amount of each payment. */
export async function listRefundableKopecks(
  database: Database,
  paymentIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database
    .db()
    .select({
      id: payments.id,
      left: sql<number>`${payments.amount_kopecks} - coalesce((
        select sum(${refunds.amount_kopecks}) from ${refunds}
        where ${refunds.payment_id} = ${payments.id} and ${refunds.status} <> 'canceled'
      ), 0)`.mapWith(Number),
    })
    .from(payments)
    .where(inArray(payments.id, [...paymentIds]));
  return new Map(rows.map(({ id, left }) => [id, left]));
}
