import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/new-id.ts';
import { credentials, voidPasswords } from './account-tables.ts';

/** From now on no password is the right one, until a new one is set by mail; this one never is again. */
export async function voidPassword(database: Database, userId: string, now: Date): Promise<void> {
  const [present] = await database
    .db()
    .select({ hash: credentials.password })
    .from(credentials)
    .where(eq(credentials.user_id, userId));
  if (!present?.hash) return;
  await database
    .db()
    .insert(voidPasswords)
    .values({ id: newId(), user_id: userId, password_hash: present.hash, voided_at: now });
  await database
    .db()
    .update(credentials)
    .set({ password: null })
    .where(eq(credentials.user_id, userId));
}

export async function listVoidPasswords(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .db()
    .select({ hash: voidPasswords.password_hash })
    .from(voidPasswords)
    .where(eq(voidPasswords.user_id, userId));
  return rows.map(({ hash }) => hash);
}
