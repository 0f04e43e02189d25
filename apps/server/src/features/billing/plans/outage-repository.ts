import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
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
  id = newId(),
): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(outages)
    .values({ id, began_at, ended_at, created_at: now })
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

export interface RecordedOutage extends Outage {
  created_at: Date;
  applied_at: Date | null;
  owners: number;
}

/** The latest first. */
export async function listOutages(database: Database, limit: number): Promise<RecordedOutage[]> {
  return database
    .db()
    .select({
      id: outages.id,
      began_at: outages.began_at,
      ended_at: outages.ended_at,
      created_at: outages.created_at,
      applied_at: outages.applied_at,
      owners: sql<number>`(
        select count(*) from ${outageEffects} where ${outageEffects.outage_id} = ${outages.id}
      )`.mapWith(Number),
    })
    .from(outages)
    .orderBy(desc(outages.began_at), desc(outages.id))
    .limit(limit);
}

export async function isOutageRecorded(
  database: Database,
  began_at: Date,
  ended_at: Date,
): Promise<boolean> {
  const [found] = await database
    .db()
    .select({ id: outages.id })
    .from(outages)
    .where(and(eq(outages.began_at, began_at), eq(outages.ended_at, ended_at)));
  return found !== undefined;
}
