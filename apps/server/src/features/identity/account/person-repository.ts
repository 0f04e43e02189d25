import type { Locale } from '@zavet/contract/locales';
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { userProfiles, users } from './account-tables.ts';

/** An account holder as other people may know them. */
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

/** Somebody in a statement of another feature, under a name of its own there. */
export function personAs(name: string) {
  const user = alias(users, name);
  const profile = alias(userProfiles, `${name}_profile`);
  return {
    user,
    profile,
    /** Joins the person with this id, and says nothing of one who is gone. */
    join: (id: SQLWrapper) => sql`
      left join ${users} ${user} on ${user.id} = ${id}
      left join ${userProfiles} ${profile} on ${profile.user_id} = ${user.id}`,
    /** A `Person`, or null. */
    json: sql`case when ${user.id} is null then null else json_build_object(
      'email', ${user.email}, 'full_name', ${profile.full_name},
      'language', coalesce(${profile.preferred_language}, 'ru')) end`,
  };
}
