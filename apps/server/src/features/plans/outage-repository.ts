import { asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/new-id.ts';
import { outageEffects, outages } from './plan-tables.ts';

export interface Outage {
  id: string;
  began_at: Date;
  ended_at: Date;
}

/** False when exactly this outage is recorded already. */
export async function insertOutage(
  database: Database,
  began_at: Date,
  ended_at: Date,
  now: Date,
): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(outages)
    .values({ id: newId(), began_at, ended_at, created_at: now })
    .onConflictDoNothing()
    .returning({ id: outages.id });
  return inserted.length > 0;
}

export async function listOpenOutages(database: Database): Promise<Outage[]> {
  return database
    .db()
    .select({ id: outages.id, began_at: outages.began_at, ended_at: outages.ended_at })
    .from(outages)
    .where(isNull(outages.applied_at))
    .orderBy(asc(outages.created_at));
}

/** False when this owner has been compensated already. */
export async function insertOutageEffect(
  database: Database,
  outageId: string,
  userId: string,
): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(outageEffects)
    .values({ outage_id: outageId, user_id: userId })
    .onConflictDoNothing()
    .returning({ user_id: outageEffects.user_id });
  return inserted.length > 0;
}

export async function closeOutage(database: Database, id: string, now: Date): Promise<void> {
  await database.db().update(outages).set({ applied_at: now }).where(eq(outages.id, id));
}
