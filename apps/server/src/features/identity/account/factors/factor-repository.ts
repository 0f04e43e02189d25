import { and, count, eq, gt, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { users } from '../account-tables.ts';
import { authenticators, passkeys, pendingSignIns, recoveryCodes } from './factor-tables.ts';

const isUsable = and(isNull(recoveryCodes.used_at), isNull(recoveryCodes.disowned_at));

const hasPasskey = sql`exists (select from ${passkeys} where ${passkeys.user_id} = ${users.id})`;

const hasCodes = sql`exists (select from ${authenticators}
  where ${authenticators.user_id} = ${users.id} and ${authenticators.confirmed_at} is not null)`;

/** Sets or clears `users.second_factor_since`. True if the account has a second factor. */
export async function updateSecondFactorSince(database: Database, userId: string, now: Date) {
  const [updated] = await database
    .db()
    .update(users)
    .set({
      second_factor_since: sql`case when ${hasPasskey} or ${hasCodes}
        then coalesce(${users.second_factor_since}, ${now.toISOString()}::timestamptz) end`,
    })
    .where(eq(users.id, userId))
    .returning({ since: users.second_factor_since });
  return Boolean(updated?.since);
}

export async function hasSecondFactor(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.second_factor_since)));
  return found.length > 0;
}

/** Disowns factors and recovery codes added since `since`, and deletes a pending authenticator. */
export async function disownFactorsSince(
  database: Database,
  userId: string,
  since: Date,
  now: Date,
): Promise<void> {
  const db = database.db();
  const disowned = { disowned_at: now };
  await db
    .update(passkeys)
    .set(disowned)
    .where(and(eq(passkeys.user_id, userId), gte(passkeys.created_at, since)));
  await db
    .delete(authenticators)
    .where(and(eq(authenticators.user_id, userId), isNull(authenticators.confirmed_at)));
  await db
    .update(authenticators)
    .set(disowned)
    .where(and(eq(authenticators.user_id, userId), gte(authenticators.confirmed_at, since)));
  await db
    .update(recoveryCodes)
    .set(disowned)
    .where(and(eq(recoveryCodes.user_id, userId), gte(recoveryCodes.created_at, since)));
}

/** Returns the kinds of factors that were deleted. */
export async function deleteFactors(
  database: Database,
  userId: string,
  selection: 'all' | 'disowned',
) {
  const db = database.db();
  const isDue = (table: typeof passkeys | typeof authenticators | typeof recoveryCodes) =>
    and(
      eq(table.user_id, userId),
      selection === 'disowned' ? isNotNull(table.disowned_at) : undefined,
    );
  const keys = await db.delete(passkeys).where(isDue(passkeys)).returning({ id: passkeys.id });
  const codes = await db
    .delete(authenticators)
    .where(isDue(authenticators))
    .returning({ id: authenticators.user_id });
  await db.delete(recoveryCodes).where(isDue(recoveryCodes));
  return { hadPasskeys: keys.length > 0, hadCodes: codes.length > 0 };
}

type Authenticator = typeof authenticators.$inferSelect;

/** The authenticator of a user. Undefined if it is disowned. */
export async function findAuthenticator(database: Database, userId: string) {
  const [found] = await database
    .db()
    .select()
    .from(authenticators)
    .where(and(eq(authenticators.user_id, userId), isNull(authenticators.disowned_at)));
  return found;
}

/** Saves a pending authenticator. It replaces another pending one, but not a confirmed one. */
export async function savePendingAuthenticator(
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

export async function updateLastStep(database: Database, userId: string, step: number) {
  await database
    .db()
    .update(authenticators)
    .set({ last_step: step })
    .where(eq(authenticators.user_id, userId));
}

export async function deleteAuthenticator(database: Database, userId: string): Promise<boolean> {
  const deleted = await database
    .db()
    .delete(authenticators)
    .where(and(eq(authenticators.user_id, userId), isNotNull(authenticators.confirmed_at)))
    .returning({ user_id: authenticators.user_id });
  return deleted.length > 0;
}

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

/**
 * Marks a recovery code as used. Returns true for exactly one of any number of concurrent attempts.
 */
export async function consumeRecoveryCode(
  database: Database,
  userId: string,
  digest: string,
  now: Date,
): Promise<boolean> {
  const used = await database
    .db()
    .update(recoveryCodes)
    .set({ used_at: now })
    .where(and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.digest, digest), isUsable))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

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

export type PendingSignIn = typeof pendingSignIns.$inferSelect;

/** Replaces an earlier pending sign-in of this browser. */
export async function replacePendingSignIn(
  database: Database,
  pending: PendingSignIn,
): Promise<void> {
  await database
    .db()
    .delete(pendingSignIns)
    .where(
      and(
        eq(pendingSignIns.user_id, pending.user_id),
        eq(pendingSignIns.device_digest, pending.device_digest),
      ),
    );
  await database.db().insert(pendingSignIns).values(pending);
}

export async function findPendingSignIn(database: Database, id: string, device: string, now: Date) {
  const [found] = await database
    .db()
    .select()
    .from(pendingSignIns)
    .where(
      and(
        eq(pendingSignIns.id, id),
        eq(pendingSignIns.device_digest, device),
        gt(pendingSignIns.expires_at, now),
      ),
    );
  return found;
}

export async function deletePendingSignIn(database: Database, id: string): Promise<void> {
  await database.db().delete(pendingSignIns).where(eq(pendingSignIns.id, id));
}

export async function deletePendingSignIns(database: Database, userId: string): Promise<void> {
  await database.db().delete(pendingSignIns).where(eq(pendingSignIns.user_id, userId));
}
