import type { accountMatches } from '@zavet/contract/operators/account-values';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { emailChanges, knownDevices, signInAttempts, users } from './account-tables.ts';

export interface MatchedAccount {
  id: string;
  email: string;
  email_verified: boolean;
  created_at: Date;
  match: (typeof accountMatches)[number];
}

/** The accounts that have this very address, wait for it, or had it: the present owner first. */
export async function findAccountsOf(database: Database, email: string): Promise<MatchedAccount[]> {
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
    .select({
      id: users.id,
      email: users.email,
      email_verified: users.email_verified,
      created_at: users.created_at,
      rank,
    })
    .from(users)
    .innerJoin(sql`${matches} matched`, sql`matched.user_id = ${users.id}`)
    .groupBy(users.id)
    .orderBy(rank, users.created_at)
    .limit(20);
  return rows.map(({ rank: found, ...account }) => ({
    ...account,
    match: found === 1 ? 'present' : found === 2 ? 'pending' : 'former',
  }));
}

export async function findAccountHead(database: Database, userId: string) {
  const [found] = await database
    .db()
    .select({
      email: users.email,
      email_verified: users.email_verified,
      created_at: users.created_at,
    })
    .from(users)
    .where(eq(users.id, userId));
  return found;
}

export async function listKnownDevices(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .db()
    .select({ digest: knownDevices.device_digest })
    .from(knownDevices)
    .where(eq(knownDevices.user_id, userId));
  return rows.map(({ digest }) => digest);
}

export async function listAttempts(database: Database, keys: readonly string[]) {
  return database
    .db()
    .select({
      key: signInAttempts.key,
      failures: signInAttempts.failures,
      lastFailedAt: signInAttempts.last_failed_at,
    })
    .from(signInAttempts)
    .where(inArray(signInAttempts.key, [...keys]));
}
