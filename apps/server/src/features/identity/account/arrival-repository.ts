import { asc, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from './account-tables.ts';

/** Where a walk through people, in the order in which they came, goes on. */
export interface ArrivalPlace {
  id: string;
  created_at: Date;
}

/** Of these people, those whom nobody is changing or deleting at this moment; they stay for now. */
export async function holdPeople(database: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const held = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('key share', { skipLocked: true });
  return held.map(({ id }) => id);
}
