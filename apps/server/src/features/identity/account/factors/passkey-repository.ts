import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { passkeys, usedChallenges } from './factor-tables.ts';

export type Passkey = typeof passkeys.$inferSelect;
export type UsedChallenge = typeof usedChallenges.$inferSelect;

const isUsable = isNull(passkeys.disowned_at);

/** Excludes disowned passkeys. */
export function listPasskeys(database: Database, userId: string): Promise<Passkey[]> {
  return database
    .db()
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.user_id, userId), isUsable))
    .orderBy(asc(passkeys.created_at), asc(passkeys.id));
}

export async function findPasskey(database: Database, credentialId: string) {
  const [found] = await database
    .db()
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credential_id, credentialId), isUsable));
  return found;
}

/** Inserts a passkey. Returns false if an account already has this passkey. */
export async function insertPasskey(database: Database, passkey: Passkey): Promise<boolean> {
  const added = await database
    .db()
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credential_id })
    .returning({ id: passkeys.id });
  return added.length > 0;
}

export async function updatePasskeyUse(database: Database, id: string, counter: number, now: Date) {
  await database
    .db()
    .update(passkeys)
    .set({ counter, last_used_at: now })
    .where(eq(passkeys.id, id));
}

export async function updatePasskeyName(
  database: Database,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await database
    .db()
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.user_id, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return renamed.length > 0;
}

export async function deletePasskey(database: Database, userId: string, id: string) {
  const deleted = await database
    .db()
    .delete(passkeys)
    .where(and(eq(passkeys.user_id, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return deleted.length > 0;
}

/** Stores a used challenge. Returns false if it was already used. */
export async function consumeChallenge(database: Database, challenge: UsedChallenge) {
  const inserted = await database
    .db()
    .insert(usedChallenges)
    .values(challenge)
    .onConflictDoNothing()
    .returning({ digest: usedChallenges.digest });
  return inserted.length > 0;
}
