import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { userProfiles } from '../../account/public.ts';

/** Whether the owner has set an emergency PIN. */
export async function hasPin(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .db()
    .select({ user_id: userProfiles.user_id })
    .from(userProfiles)
    .where(and(eq(userProfiles.user_id, userId), isNotNull(userProfiles.pin_hash)));
  return found.length > 0;
}
