import type { Locale } from '@zavet/contract/locales';
import { and, eq, inArray, isNotNull, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { emailChanges, userProfiles, users } from '../account-tables.ts';

export type ProfileRow = typeof userProfiles.$inferSelect & {
  user_email: string;
  pending_email: string | null;
  pending_since: Date | null;
};

type ProfileChanges = Partial<
  Pick<
    ProfileRow,
    'first_name' | 'last_name' | 'date_of_birth' | 'phone' | 'preferred_language' | 'pin_hash'
  >
>;

export async function createProfile(
  database: Database,
  userId: string,
  language: Locale,
  now: Date,
): Promise<void> {
  await database
    .db()
    .insert(userProfiles)
    .values({
      id: newId(),
      user_id: userId,
      preferred_language: language,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing({ target: userProfiles.user_id });
}

export async function hasPin(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: userProfiles.id })
    .from(userProfiles)
    .where(and(eq(userProfiles.user_id, userId), isNotNull(userProfiles.pin_hash)));
  return found.length > 0;
}

export async function findProfile(database: Database, userId: string) {
  const [found] = await database
    .db()
    .select({
      profile: userProfiles,
      addresses: {
        user_email: users.email,
        pending_email: emailChanges.new_email,
        pending_since: emailChanges.requested_at,
      },
    })
    .from(userProfiles)
    .innerJoin(users, eq(users.id, userProfiles.user_id))
    .leftJoin(
      emailChanges,
      and(eq(emailChanges.user_id, users.id), eq(emailChanges.status, 'pending')),
    )
    .where(eq(userProfiles.user_id, userId));
  return found && { ...found.profile, ...found.addresses };
}

export async function updateProfile(
  database: Database,
  userId: string,
  changes: ProfileChanges,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(userProfiles)
    .set({ ...changes, updated_at: now })
    .where(eq(userProfiles.user_id, userId));
}

/** Data of a user that other users may see. */
export interface Person {
  email: string;
  full_name: string | null;
  language: Locale;
}

export async function findPerson(database: Database, userId: string): Promise<Person | undefined> {
  const [person] = await database
    .db()
    .select({
      email: users.email,
      full_name: userProfiles.full_name,
      language: sql<Locale>`coalesce(${userProfiles.preferred_language}, 'ru')`,
    })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
    .where(eq(users.id, userId));
  return person;
}

/** Users by id, without deleted ones. */
export async function findPeople(
  database: Database,
  userIds: readonly string[],
): Promise<Map<string, { name: string | null; email: string }>> {
  if (userIds.length === 0) return new Map();
  const found = await database
    .db()
    .select({ id: users.id, name: userProfiles.full_name, email: users.email })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
    .where(inArray(users.id, [...userIds]));
  return new Map(found.map(({ id, ...person }) => [id, person]));
}

/** Tables and SQL under the given alias, to join a user in a statement of another feature. */
export function aliasPerson(name: string) {
  const user = alias(users, name);
  const profile = alias(userProfiles, `${name}_profile`);
  return {
    user,
    profile,
    /** Null for a deleted user. */
    join: (id: SQLWrapper) => sql`
      left join ${users} ${user} on ${user.id} = ${id}
      left join ${userProfiles} ${profile} on ${profile.user_id} = ${user.id}`,
    /** A `Person`, or null for a deleted user. */
    json: sql`case when ${user.id} is null then null else json_build_object(
      'email', ${user.email}, 'full_name', ${profile.full_name},
      'language', coalesce(${profile.preferred_language}, 'ru')) end`,
  };
}
