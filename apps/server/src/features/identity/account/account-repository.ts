import type { accountMatches } from '@zavet/contract/desk/desk-values';
import type { Locale } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import {
  accountRequests,
  deletionNotices,
  emailChanges,
  passwords,
  tombstones,
  userProfiles,
  users,
} from './account-tables.ts';
import { setPassword } from './passwords/password-repository.ts';

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

/** One query for known and unknown addresses, so that the response time reveals nothing. */
export async function findAccount(database: Database, by: { email: string } | { id: string }) {
  const [account] = await database
    .db()
    .select(accountColumns)
    .from(users)
    .leftJoin(passwords, eq(passwords.user_id, users.id))
    .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
    .where('email' in by ? eq(users.email, by.email) : eq(users.id, by.id));
  return account;
}

/** Creates an account with an unconfirmed address. */
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

/** Marks the current address as confirmed, or replaces it with a confirmed one. */
export async function confirmEmail(database: Database, userId: string, now: Date, email?: string) {
  await database
    .db()
    .update(users)
    .set({ email, email_verified: true, updated_at: now })
    .where(eq(users.id, userId));
}

/** True if an account has the address, or its former owner can still undo a change of address. */
export async function isEmailTaken(
  database: Database,
  email: string,
  now: Date,
  exceptUserId: string | null = null,
): Promise<boolean> {
  const undoableSince = new Date(now.getTime() - linkLifetimes.undoEmailChange);
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

/** Deletes the account with all its rows, and leaves a tombstone. */
export async function deleteUser(database: Database, userId: string, now: Date): Promise<void> {
  await database.db().insert(tombstones).values({ user_id: userId, deleted_at: now });
  await database.db().delete(users).where(eq(users.id, userId));
}

/** Serialises changes to one account. */
export async function lockUser(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return found.length > 0;
}

/** Locks accounts in the order of their ids, to prevent deadlocks. */
export async function lockUsers(database: Database, userIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(userIds)].sort()) await lockUser(database, id);
}

const summaryColumns = {
  email: users.email,
  email_verified: users.email_verified,
  created_at: users.created_at,
};

/**
 * Accounts that use this address, then those with a pending change to it, then those that used it
 * formerly.
 */
export async function findAccountsByEmail(database: Database, email: string) {
  const matches = sql`(
    select ${users.id} as user_id, 1 as rank from ${users} where ${users.email} = ${email}
    union all
    select ${emailChanges.user_id}, 2 from ${emailChanges}
    where ${emailChanges.new_email} = ${email} and ${emailChanges.status} = 'pending'
    union all
    select ${emailChanges.user_id}, 3 from ${emailChanges}
    where ${emailChanges.old_email} = ${email} and ${emailChanges.confirmed_at} is not null
    union all
    select ${emailChanges.user_id}, 3 from ${emailChanges}
    where ${emailChanges.new_email} = ${email} and ${emailChanges.confirmed_at} is not null
  )`;
  const rank = sql<number>`min(matched.rank)`.mapWith(Number);
  const rows = await database
    .db()
    .select({ id: users.id, ...summaryColumns, rank })
    .from(users)
    .innerJoin(sql`${matches} matched`, sql`matched.user_id = ${users.id}`)
    .groupBy(users.id)
    .orderBy(rank, users.created_at)
    .limit(20);
  return rows.map(({ rank: found, ...account }) => ({
    ...account,
    match: matchOf(found),
  }));
}

function matchOf(rank: number): (typeof accountMatches)[number] {
  if (rank === 1) return 'present';
  return rank === 2 ? 'pending' : 'former';
}

export async function findAccountSummary(database: Database, userId: string) {
  const [found] = await database
    .db()
    .select(summaryColumns)
    .from(users)
    .where(eq(users.id, userId));
  return found;
}

/** Cursor in a list of users by time of registration. */
export interface UserCursor {
  id: string;
  created_at: Date;
}

/**
 * Locks users against deletion. Skips users locked elsewhere. Returns the ids of those it locked.
 */
export async function lockAvailableUsers(database: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const locked = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('key share', { skipLocked: true });
  return locked.map(({ id }) => id);
}

export type AccountRequest = typeof accountRequests.$inferSelect;

export async function insertAccountRequest(database: Database, request: AccountRequest) {
  await database.db().insert(accountRequests).values(request);
}

/** Deletes and returns a request, so that it is processed once even if its job runs twice. */
export async function claimAccountRequest(database: Database, id: string) {
  const [request] = await database
    .db()
    .delete(accountRequests)
    .where(eq(accountRequests.id, id))
    .returning();
  return request;
}

export async function deleteAccountRequests(database: Database, email: string): Promise<void> {
  await database.db().delete(accountRequests).where(eq(accountRequests.email, email));
}

type DeletionNotice = typeof deletionNotices.$inferSelect;

export async function insertDeletionNotice(database: Database, notice: Omit<DeletionNotice, 'id'>) {
  const id = newId();
  await database
    .db()
    .insert(deletionNotices)
    .values({ id, ...notice });
  return id;
}

export async function findDeletionNotice(database: Database, id: string) {
  const [notice] = await database
    .db()
    .select()
    .from(deletionNotices)
    .where(eq(deletionNotices.id, id));
  return notice;
}

export async function deleteDeletionNotice(database: Database, id: string): Promise<void> {
  await database.db().delete(deletionNotices).where(eq(deletionNotices.id, id));
}
