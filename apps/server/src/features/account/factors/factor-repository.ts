import { and, eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../account-tables.ts';
import { authenticators, passkeys, recoveryCodes } from './factor-tables.ts';

const hasPasskey = sql`exists (select from ${passkeys} where ${passkeys.user_id} = ${users.id})`;
const hasCodes = sql`exists (select from ${authenticators}
  where ${authenticators.user_id} = ${users.id} and ${authenticators.confirmed_at} is not null)`;

/** Writes down whether the account has a second factor now, and since when. */
export async function settleSecondFactor(
  database: Database,
  userId: string,
  now: Date,
): Promise<boolean> {
  const [settled] = await database
    .db()
    .update(users)
    .set({
      second_factor_since: sql`case when ${hasPasskey} or ${hasCodes}
        then coalesce(${users.second_factor_since}, ${now.toISOString()}::timestamptz) end`,
    })
    .where(eq(users.id, userId))
    .returning({ since: users.second_factor_since });
  return Boolean(settled?.since);
}

export async function hasSecondFactor(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.second_factor_since)));
  return found.length > 0;
}

/** What was added from that moment on, recovery codes included; the beginning of time means all of it. */
export async function deleteFactorsSince(
  database: Database,
  userId: string,
  since: Date,
): Promise<void> {
  const db = database.db();
  await db
    .delete(passkeys)
    .where(and(eq(passkeys.user_id, userId), gte(passkeys.created_at, since)));
  await db.delete(authenticators).where(
    and(
      eq(authenticators.user_id, userId),
      sql`coalesce(${authenticators.confirmed_at}, ${authenticators.created_at})
          >= ${since.toISOString()}::timestamptz`,
    ),
  );
  await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.user_id, userId), gte(recoveryCodes.created_at, since)));
}
