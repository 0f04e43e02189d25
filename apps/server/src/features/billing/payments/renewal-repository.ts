import { type Day, moscowDay } from '@zavet/contract/days';
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { SavedMethod } from './payment-provider.ts';
import type { ProviderName } from './payment-rules.ts';
import { paymentMethods, payments } from './payment-tables.ts';

type PaymentMethod = typeof paymentMethods.$inferSelect;

/** The saved card of an owner, regardless of its provider. */
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

/** `foreign`: the configured provider cannot charge the card. */
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

/** Unsuccessful and pending attempts to renew this version of the plan. */
export async function findRenewalAttempts(
  database: Database,
  userId: string,
  basis: number,
  provider: ProviderName | undefined,
): Promise<{ declined: number; last_attempt_on: Day | null; pending: string | null }> {
  const attempts = await database
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
    declined: attempts.filter(({ status }) => status === 'canceled').length,
    last_attempt_on: attempts[0] ? moscowDay(attempts[0].created_at) : null,
    // A payment with another provider could stay pending permanently.
    pending:
      attempts.find((one) => one.status === 'pending' && one.provider === provider)?.id ?? null,
  };
}

/** A recent purchase may already be paid, so the plan must not be removed yet. */
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
