import { and, count, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../../../platform/database/database.ts';
import { newId } from '../../../../../platform/new-id.ts';
import { recoveryCodes } from '../factor-tables.ts';

const isUsable = and(isNull(recoveryCodes.used_at), isNull(recoveryCodes.disowned_at));

export async function insertRecoveryCodes(
  database: Database,
  userId: string,
  digests: readonly string[],
  now: Date,
): Promise<void> {
  await database
    .db()
    .insert(recoveryCodes)
    .values(digests.map((digest) => ({ id: newId(), user_id: userId, digest, created_at: now })));
}

/** True for exactly one of any number of attempts to use a code. */
export async function spendRecoveryCode(
  database: Database,
  userId: string,
  digest: string,
  now: Date,
): Promise<boolean> {
  const spent = await database
    .db()
    .update(recoveryCodes)
    .set({ used_at: now })
    .where(and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.digest, digest), isUsable))
    .returning({ id: recoveryCodes.id });
  return spent.length > 0;
}

/** How many can still be used. */
export async function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  const [row] = await database
    .db()
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.user_id, userId), isUsable));
  return row?.left ?? 0;
}

export async function deleteRecoveryCodes(database: Database, userId: string): Promise<void> {
  await database.db().delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
}
