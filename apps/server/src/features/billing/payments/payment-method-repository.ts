import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { SavedMethod } from './payment-provider.ts';
import { paymentMethods } from './payment-tables.ts';
import type { ProviderName } from './payment-values.ts';

export type PaymentMethod = typeof paymentMethods.$inferSelect;

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
export function keptBy(
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
