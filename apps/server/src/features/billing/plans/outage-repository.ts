import type { Day } from '@zavet/contract/days';
import { and, asc, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { lowestId, newId } from '../../../platform/ids.ts';
import type { OutageTime, PaidPeriod } from './outage-rules.ts';
import type { PlanState } from './plan-rules.ts';
import { outageEffects, outages, planPeriods } from './plan-tables.ts';

const periodColumns = {
  payment_id: planPeriods.payment_id,
  period_from: planPeriods.period_from,
  until: planPeriods.until,
  price_kopecks: planPeriods.price_kopecks,
  paid_days: planPeriods.paid_days,
};

const overlaps = (from: Day, to: Day) =>
  and(lte(planPeriods.period_from, to), gt(planPeriods.until, from));

export interface Outage extends OutageTime {
  id: string;
}

/** False if this outage is already recorded. */
export async function insertOutage(
  database: Database,
  started_at: Date,
  ended_at: Date,
  now: Date,
  id = newId(),
): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(outages)
    .values({ id, started_at, ended_at, created_at: now })
    .onConflictDoNothing()
    .returning({ id: outages.id });
  return inserted.length > 0;
}

export async function listOpenOutages(database: Database): Promise<Outage[]> {
  return database
    .db()
    .select({ id: outages.id, started_at: outages.started_at, ended_at: outages.ended_at })
    .from(outages)
    .where(isNull(outages.applied_at))
    .orderBy(asc(outages.created_at));
}

/** False if the owner is already compensated. */
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

interface RecordedOutage extends Outage {
  created_at: Date;
  applied_at: Date | null;
  owners: number;
}

/** Lists recorded outages, newest first. */
export async function listOutages(database: Database, limit: number): Promise<RecordedOutage[]> {
  return database
    .db()
    .select({
      id: outages.id,
      started_at: outages.started_at,
      ended_at: outages.ended_at,
      created_at: outages.created_at,
      applied_at: outages.applied_at,
      owners: sql<number>`(
        select count(*) from ${outageEffects} where ${outageEffects.outage_id} = ${outages.id}
      )`.mapWith(Number),
    })
    .from(outages)
    .orderBy(desc(outages.started_at), desc(outages.id))
    .limit(limit);
}

export async function isOutageRecorded(
  database: Database,
  started_at: Date,
  ended_at: Date,
): Promise<boolean> {
  const [found] = await database
    .db()
    .select({ id: outages.id })
    .from(outages)
    .where(and(eq(outages.started_at, started_at), eq(outages.ended_at, ended_at)));
  return found !== undefined;
}

export interface StoredPeriod extends PaidPeriod {
  payment_id: string;
}

/** Records a new period and ends the running one. */
export async function recordPeriod(
  database: Database,
  userId: string,
  paymentId: string,
  { period_from, valid_until, price_kopecks, paid_days }: PlanState,
): Promise<void> {
  if (!period_from || !valid_until || price_kopecks === null || paid_days === null) {
    throw new Error('A paid period needs a start, an end and a price.');
  }
  await truncatePeriods(database, userId, period_from);
  const period = { period_from, until: valid_until, price_kopecks, paid_days };
  await database
    .db()
    .insert(planPeriods)
    .values({ id: newId(), user_id: userId, payment_id: paymentId, ...period });
}

/** Ends the running periods on the day another plan replaces them. */
export async function truncatePeriods(database: Database, userId: string, day: Day): Promise<void> {
  await database
    .db()
    .update(planPeriods)
    .set({ until: day })
    .where(and(eq(planPeriods.user_id, userId), gt(planPeriods.until, day)));
}

/** A page of owners, by id, with a paid period between the days. */
export async function listOwnersWithPeriods(
  database: Database,
  [from, to]: [Day, Day],
  afterUserId: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .selectDistinct({ user_id: planPeriods.user_id })
    .from(planPeriods)
    .where(and(overlaps(from, to), gt(planPeriods.user_id, afterUserId ?? lowestId)))
    .orderBy(asc(planPeriods.user_id))
    .limit(limit);
  return rows.map(({ user_id }) => user_id);
}

export async function listOwnerPeriods(
  database: Database,
  userId: string,
  from: Day,
  to: Day,
): Promise<StoredPeriod[]> {
  return database
    .db()
    .select(periodColumns)
    .from(planPeriods)
    .where(and(eq(planPeriods.user_id, userId), overlaps(from, to)))
    .orderBy(asc(planPeriods.period_from));
}

/** Periods between the days of a page of owners, by owner id. */
export async function listPeriodPage(
  database: Database,
  [from, to]: [Day, Day],
  afterUserId: string | null,
  owners: number,
): Promise<(StoredPeriod & { user_id: string })[]> {
  const batch = database
    .db()
    .selectDistinct({ user_id: planPeriods.user_id })
    .from(planPeriods)
    .where(and(overlaps(from, to), afterUserId ? gt(planPeriods.user_id, afterUserId) : undefined))
    .orderBy(asc(planPeriods.user_id))
    .limit(owners);
  return database
    .db()
    .select({ user_id: planPeriods.user_id, ...periodColumns })
    .from(planPeriods)
    .where(and(inArray(planPeriods.user_id, batch), overlaps(from, to)))
    .orderBy(asc(planPeriods.user_id), asc(planPeriods.period_from));
}
