import type { Locale } from '@zavet/contract/locales';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/new-id.ts';
import {
  emailChanges,
  knownDevices,
  passwords,
  tombstones,
  userProfiles,
  users,
} from './account-tables.ts';
import { setPassword } from './password-repository.ts';

export interface Account {
  id: string;
  email: string;
  isVerified: boolean;
  passwordHash: string | null;
  language: Locale;
  hasSecondFactor: boolean;
}

const accountColumns = {
  id: users.id,
  email: users.email,
  isVerified: users.email_verified,
  passwordHash: passwords.hash,
  language: sql<Locale>`coalesce(${userProfiles.preferred_language}, 'ru')`,
  hasSecondFactor: sql<boolean>`${users.second_factor_since} is not null`,
};

/** One query, whether or not there is such an account: its time tells nothing. */
export async function findAccount(
  database: Database,
  by: { email: string } | { id: string },
): Promise<Account | undefined> {
  const [account] = await database
    .db()
    .select(accountColumns)
    .from(users)
    .leftJoin(passwords, eq(passwords.user_id, users.id))
    .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
    .where('email' in by ? eq(users.email, by.email) : eq(users.id, by.id));
  return account;
}

/** An account whose address nobody has confirmed yet. */
export async function createAccount(
  database: Database,
  email: string,
  passwordHash: string,
  now: Date,
): Promise<string> {
  const id = newId();
  await database
    .db()
    .insert(users)
    .values({ id, email, created_at: now, updated_at: now, seen_at: now });
  await setPassword(database, id, passwordHash, now);
  return id;
}

/** The address that was confirmed; as it is, or another one from now on. */
export async function confirmEmail(
  database: Database,
  userId: string,
  now: Date,
  email?: string,
): Promise<void> {
  await database
    .db()
    .update(users)
    .set({ email, email_verified: true, updated_at: now })
    .where(eq(users.id, userId));
}

/** Also true while a former owner of the address can still take it back. */
export async function isEmailTaken(
  database: Database,
  email: string,
  undoableSince: Date,
  exceptUserId: string | null = null,
): Promise<boolean> {
  const [row] = await database.rows<{ taken: boolean }>(sql`
    select exists (
          select 1 from ${users}
          where ${users.email} = ${email} and ${users.id} is distinct from ${exceptUserId}::uuid
        )
        or exists (
          select 1 from ${emailChanges}
          where ${emailChanges.old_email} = ${email}
            and ${emailChanges.status} = 'confirmed'
            and ${emailChanges.user_id} is distinct from ${exceptUserId}::uuid
            and ${emailChanges.confirmed_at} > ${undoableSince.toISOString()}
        ) as taken`);
  return row?.taken ?? false;
}

/** Whether there is any browser from which the owner has signed in before. */
export async function hasKnownDevices(database: Database, userId: string): Promise<boolean> {
  const [found] = await database
    .db()
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(eq(knownDevices.user_id, userId))
    .limit(1);
  return found !== undefined;
}

/** Whether the owner has signed in from this browser before. */
export async function isKnownDevice(
  database: Database,
  userId: string,
  deviceDigest: string,
): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.user_id, userId), eq(knownDevices.device_digest, deviceDigest)));
  return found.length > 0;
}

export async function rememberDevice(
  database: Database,
  userId: string,
  deviceDigest: string,
  now: Date,
): Promise<void> {
  await database
    .db()
    .insert(knownDevices)
    .values({ id: newId(), user_id: userId, device_digest: deviceDigest, created_at: now })
    .onConflictDoNothing();
}

/** All of them, or only those known since that moment. */
export async function forgetDevices(
  database: Database,
  userId: string,
  since?: Date,
): Promise<void> {
  await database
    .db()
    .delete(knownDevices)
    .where(and(eq(knownDevices.user_id, userId), since && gte(knownDevices.created_at, since)));
}

/** Everything that belongs to the account goes with it; only the tombstone stays. */
export async function deleteUser(database: Database, userId: string, now: Date): Promise<void> {
  await database.db().insert(tombstones).values({ user_id: userId, deleted_at: now });
  await database.db().delete(users).where(eq(users.id, userId));
}

/** Serialises changes to one account, so that two requests at once take turns. */
export async function lockUser(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return found.length > 0;
}

/** Several accounts, always in the same order: two that wait for each other would wait for ever. */
export async function lockUsers(database: Database, userIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(userIds)].sort()) await lockUser(database, id);
}
