import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../../../../platform/database/database.ts';
import { authenticators } from '../factor-tables.ts';

export type Authenticator = typeof authenticators.$inferSelect;

/** Undefined also for one that was disowned. */
export async function findAuthenticator(
  database: Database,
  userId: string,
): Promise<Authenticator | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(authenticators)
    .where(and(eq(authenticators.user_id, userId), isNull(authenticators.disowned_at)));
  return found;
}

/** A secret that counts from its first code on; takes the place of one that never did. */
export async function putPendingAuthenticator(
  database: Database,
  { user_id, secret, created_at }: Pick<Authenticator, 'user_id' | 'secret' | 'created_at'>,
): Promise<void> {
  const pending = { secret, created_at, last_step: null };
  await database
    .db()
    .insert(authenticators)
    .values({ user_id, ...pending })
    .onConflictDoUpdate({
      target: authenticators.user_id,
      set: pending,
      setWhere: isNull(authenticators.confirmed_at),
    });
}

export async function confirmAuthenticator(
  database: Database,
  userId: string,
  step: number,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(authenticators)
    .set({ last_step: step, confirmed_at: now })
    .where(and(eq(authenticators.user_id, userId), isNull(authenticators.confirmed_at)));
}

export async function noteStep(database: Database, userId: string, step: number): Promise<void> {
  await database
    .db()
    .update(authenticators)
    .set({ last_step: step })
    .where(eq(authenticators.user_id, userId));
}

export async function deleteAuthenticator(database: Database, userId: string): Promise<boolean> {
  const gone = await database
    .db()
    .delete(authenticators)
    .where(and(eq(authenticators.user_id, userId), isNotNull(authenticators.confirmed_at)))
    .returning({ user_id: authenticators.user_id });
  return gone.length > 0;
}
