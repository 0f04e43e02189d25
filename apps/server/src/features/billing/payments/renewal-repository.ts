import { type Day, moscowDay } from '@zavet/contract/days';
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { ProviderName, SavedMethod } from './payment-provider.ts';
import { paymentMethods, payments } from './payment-tables.ts';

type PaymentMethod = typeof paymentMethods.$inferSelect;

/** The saved card of an owner, with whatever provider it is. */
export async function findPaymentMethod(
  database: Database,
  userId: string,
): Promise<PaymentMethod | undefined> {
  const [method] = await database
    .db()
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.user_id, userId));
  return method;
}

/** Whether the provider of today can charge a card. */
export function cardStateOf(
  method: PaymentMethod | undefined,
  provider: ProviderName | undefined,
): 'own' | 'foreign' | 'none' {
  if (!method) return 'none';
  return method.provider === provider ? 'own' : 'foreign';
}

export async function savePaymentMethod(
  database: Database,
  userId: string,
  provider: ProviderName,
  { id, title, last4 }: SavedMethod,
  now: Date,
): Promise<void> {
  const row = { provider, method_id: id, title, last4, created_at: now };
  await database
    .db()
    .insert(paymentMethods)
    .values({ user_id: userId, ...row })
    .onConflictDoUpdate({ target: paymentMethods.user_id, set: row });
}

export async function deletePaymentMethod(database: Database, userId: string): Promise<boolean> {
  const deleted = await database
    .db()
    .delete(paymentMethods)
    .where(eq(paymentMethods.user_id, userId))
    .returning({ user_id: paymentMethods.user_id });
  return deleted.length > 0;
}

/** What was tried to renew a plan of this version. */
export async function findRenewalAttempts(
  database: Database,
  userId: string,
  basis: number,
  provider: ProviderName | undefined,
): Promise<{ declined: number; last_tried_on: Day | null; pending: string | null }> {
  const tries = await database
    .db()
    .select({
      id: payments.id,
      status: payments.status,
      provider: payments.provider,
      created_at: payments.created_at,
    })
    .from(payments)
    .where(
      and(
        eq(payments.user_id, userId),
        eq(payments.kind, 'renewal'),
        eq(payments.basis, basis),
        ne(payments.status, 'succeeded'),
      ),
    )
    .orderBy(desc(payments.created_at));
  return {
    declined: tries.filter(({ status }) => status === 'canceled').length,
    last_tried_on: tries[0] ? moscowDay(tries[0].created_at) : null,
    // One that waits for another provider would wait for ever.
    pending: tries.find((one) => one.status === 'pending' && one.provider === provider)?.id ?? null,
  };
}

/** A purchase that may be paid at this moment: what it is for must not be taken away before. */
export async function hasOpenPurchase(
  database: Database,
  userId: string,
  basis: number,
  since: Date,
): Promise<boolean> {
  const [open] = await database
    .db()
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.user_id, userId),
        eq(payments.kind, 'purchase'),
        eq(payments.basis, basis),
        eq(payments.status, 'pending'),
        gt(payments.created_at, since),
      ),
    )
    .limit(1);
  return open !== undefined;
}
