import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import { and, asc, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { ProviderName } from './payment-rules.ts';
import { maxCheckDelayMs } from './payment-rules.ts';
import { attentionItems, paymentRequests, payments, refunds } from './payment-tables.ts';

export type Payment = typeof payments.$inferSelect;
export type PaymentRequest = typeof paymentRequests.$inferSelect;

/** The request is null once the payment is settled or its owner was deleted. */
export interface PaymentWithRequest {
  payment: Payment;
  request: PaymentRequest | null;
}

/** False if a payment for the same product is pending. */
export async function insertPayment(
  database: Database,
  payment: typeof payments.$inferInsert,
  request: PaymentRequest,
): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(payments)
    .values(payment)
    .onConflictDoNothing()
    .returning({ id: payments.id });
  if (inserted.length === 0) return false;
  await database.db().insert(paymentRequests).values(request);
  return true;
}

export async function findPayment(
  database: Database,
  id: string,
): Promise<PaymentWithRequest | undefined> {
  const [found] = await selectWithRequests(database).where(eq(payments.id, id));
  return found;
}

export async function findPendingPayment(
  database: Database,
  wanted: Pick<Payment, 'provider' | 'plan_id' | 'kind' | 'basis' | 'amount_kopecks'> & {
    user_id: string;
  },
): Promise<PaymentWithRequest | undefined> {
  const [found] = await selectWithRequests(database).where(
    and(
      eq(payments.user_id, wanted.user_id),
      eq(payments.provider, wanted.provider),
      eq(payments.plan_id, wanted.plan_id),
      eq(payments.kind, wanted.kind),
      eq(payments.basis, wanted.basis),
      eq(payments.amount_kopecks, wanted.amount_kopecks),
      eq(payments.status, 'pending'),
    ),
  );
  return found;
}

function selectWithRequests(database: Database) {
  return database
    .db()
    .select({ payment: payments, request: paymentRequests })
    .from(payments)
    .leftJoin(paymentRequests, eq(paymentRequests.payment_id, payments.id));
}

export async function findPaymentIdByProviderId(
  database: Database,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<string | undefined> {
  const [found] = await database
    .db()
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(eq(payments.provider, provider), eq(payments.provider_payment_id, providerPaymentId)),
    );
  return found?.id;
}

/** Selects a payment by product and optionally id, or by return token. */
export interface OwnPaymentFilter {
  plan_id?: string | undefined;
  payment_id?: string | undefined;
  client_return_token?: string | undefined;
}

/** Returns the newest payment of the owner that matches the filter. */
export async function findOwnPayment(
  database: Database,
  userId: string,
  { plan_id, payment_id, client_return_token }: OwnPaymentFilter,
): Promise<Payment | undefined> {
  if (plan_id === undefined && client_return_token === undefined) return undefined;
  const [found] = await database
    .db()
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.user_id, userId),
        plan_id === undefined ? undefined : eq(payments.plan_id, plan_id),
        payment_id === undefined ? undefined : eq(payments.id, payment_id),
        client_return_token === undefined
          ? undefined
          : eq(payments.client_return_token, client_return_token),
      ),
    )
    .orderBy(desc(payments.created_at), desc(payments.id))
    .limit(1);
  return found;
}

/** Holds the lock until the transaction ends. */
export async function lockPayment(database: Database, id: string): Promise<Payment | undefined> {
  const [payment] = await database
    .db()
    .select()
    .from(payments)
    .where(eq(payments.id, id))
    .for('update');
  return payment;
}

/** False if the provider's id already belongs to another payment. */
export async function recordProviderPayment(
  database: Database,
  id: string,
  answer: Pick<Payment, 'provider_payment_id' | 'confirmation_url' | 'is_test' | 'receipt'>,
): Promise<boolean> {
  try {
    const { confirmation_url, ...rest } = answer;
    await database
      .db()
      .update(payments)
      .set({ ...rest, ...(confirmation_url && { confirmation_url }) })
      .where(and(eq(payments.id, id), eq(payments.status, 'pending')));
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** False if the payment has ended already. */
export async function recordPaymentEnd(
  database: Database,
  id: string,
  status: Exclude<PaymentStatus, 'pending'>,
  now: Date,
  receiptCheckAt: Date | null,
): Promise<boolean> {
  const ended = await database
    .db()
    .update(payments)
    .set({ status, settled_at: now, next_check_at: receiptCheckAt, confirmation_url: null })
    .where(and(eq(payments.id, id), eq(payments.status, 'pending')))
    .returning({ id: payments.id });
  await database.db().delete(paymentRequests).where(eq(paymentRequests.payment_id, id));
  return ended.length > 0;
}

/**
 * Counts a check and schedules the next one, before the provider is called: a crashed process
 * leaves a due row. Returns the number of checks; undefined if the payment is settled, or not due
 * at `dueAt` because another process has claimed it.
 */
export async function claimCheck(
  database: Database,
  id: string,
  next_check_at: Date,
  dueAt: Date | null,
): Promise<number | undefined> {
  const [claimed] = await database
    .db()
    .update(payments)
    .set({ checks: sql`${payments.checks} + 1`, next_check_at })
    .where(
      and(
        eq(payments.id, id),
        eq(payments.status, 'pending'),
        dueAt ? isDue(payments.next_check_at, dueAt) : undefined,
      ),
    )
    .returning({ checks: payments.checks });
  return claimed?.checks;
}

/** Postpones the next check, as requested by the provider. */
export async function postponeCheck(
  database: Database,
  id: string,
  next_check_at: Date,
): Promise<void> {
  await database
    .db()
    .update(payments)
    .set({ next_check_at })
    .where(
      and(
        eq(payments.id, id),
        eq(payments.status, 'pending'),
        lt(payments.next_check_at, next_check_at),
      ),
    );
}

export async function updateReceipt(
  database: Database,
  id: string,
  receipt: Payment['receipt'],
  next_check_at: Date | null,
): Promise<void> {
  await database.db().update(payments).set({ receipt, next_check_at }).where(eq(payments.id, id));
}

/** Due, or scheduled further ahead than any check can be. */
export function isDue(
  column: typeof payments.next_check_at | typeof refunds.next_check_at,
  now: Date,
) {
  return or(lte(column, now), gt(column, new Date(now.getTime() + maxCheckDelayMs)));
}

export async function listDuePayments(
  database: Database,
  provider: ProviderName,
  now: Date,
  limit: number,
): Promise<string[]> {
  const due = await database
    .db()
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, provider), isDue(payments.next_check_at, now)))
    .orderBy(asc(payments.next_check_at))
    .limit(limit);
  return due.map(({ id }) => id);
}

/** Deletes only payments without pending refunds and open attention items. */
export function deleteOldPayments(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const hasNoPendingRefund = sql`not exists (
    select 1 from ${refunds}
    where ${refunds.payment_id} = ${payments.id} and ${refunds.status} = 'pending'
  )`;
  const hasNoOpenItem = sql`not exists (
    select 1 from ${attentionItems}
    where ${attentionItems.payment_id} = ${payments.id} and ${attentionItems.resolved_at} is null
  )`;
  return deleteBatch(database, {
    ...{ table: payments, key: 'id', limit },
    isDue: sql`${payments.created_at} < ${before.toISOString()}::timestamptz
      and ${payments.status} <> 'pending' and ${hasNoPendingRefund} and ${hasNoOpenItem}`,
    age: sql`${payments.created_at}`,
  });
}
