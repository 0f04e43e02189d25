import { eq } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { passwords, voidPasswords } from '../account-tables.ts';
import { deletePendingSignIns } from '../factors/factor-repository.ts';

/**
 * Sets a password. Ends sign-ins that await their second step: they started with another password.
 */
export async function setPassword(database: Database, userId: string, hash: string, now: Date) {
  const password = { hash, changed_at: now };
  await database
    .db()
    .insert(passwords)
    .values({ user_id: userId, ...password })
    .onConflictDoUpdate({ target: passwords.user_id, set: password });
  await deletePendingSignIns(database, userId);
}

/**
 * Makes the password void: it can never be set again, and no password is valid until a new one is
 * set by a mailed link.
 */
export async function voidPassword(database: Database, userId: string, now: Date): Promise<void> {
  await deletePendingSignIns(database, userId);
  const [removed] = await database
    .db()
    .delete(passwords)
    .where(eq(passwords.user_id, userId))
    .returning({ hash: passwords.hash });
  if (!removed) return;
  await database
    .db()
    .insert(voidPasswords)
    .values({ id: newId(), user_id: userId, password_hash: removed.hash, voided_at: now });
}

export async function listVoidPasswords(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .db()
    .select({ hash: voidPasswords.password_hash })
    .from(voidPasswords)
    .where(eq(voidPasswords.user_id, userId));
  return rows.map(({ hash }) => hash);
}
