import type { Locale } from '@zavet/contract/locales';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
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
