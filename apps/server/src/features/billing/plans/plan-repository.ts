import { type PlanPeriod, planIds } from '@zavet/contract/billing/plan-catalogue';
import type { Day } from '@zavet/contract/days';
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { userStorage } from '../../vault/storage/index.ts';
import { freePlan, type PlanState } from './plan-rules.ts';
import { planNotices } from './plan-tables.ts';

const matchesKey = (key: NoticeKey) =>
  and(
    eq(planNotices.user_id, key.user_id),
    eq(planNotices.version, key.version),
    eq(planNotices.valid_until, key.valid_until),
    eq(planNotices.amount_kopecks, key.amount_kopecks),
  );

/** The version ties payments to the plan. */
export interface OwnerPlan extends PlanState {
  version: number;
}

const noPlan: OwnerPlan = { ...freePlan, version: 0 };

const { user_id: _, ...planColumns } = {
  user_id: userStorage.user_id,
  version: userStorage.version,
  plan: userStorage.plan,
  limit_mb: userStorage.limit_mb,
  period: userStorage.period,
  period_from: userStorage.period_from,
  valid_until: userStorage.valid_until,
  renewal_day: userStorage.renewal_day,
  price_kopecks: userStorage.price_kopecks,
  paid_days: userStorage.paid_days,
  auto_renewal: userStorage.auto_renewal,
  former_plan: userStorage.former_plan,
  former_period: userStorage.former_period,
  expired_on: userStorage.expired_on,
  grace_until: userStorage.grace_until,
  grace_warned: userStorage.grace_warned,
  grace_notified_on: userStorage.grace_notified_on,
  grace_refused_on: userStorage.grace_refused_on,
  grace_unnotified_since: userStorage.grace_unnotified_since,
};

export async function readPlan(database: Database, userId: string): Promise<OwnerPlan> {
  const [plan] = await database
    .db()
    .select(planColumns)
    .from(userStorage)
    .where(eq(userStorage.user_id, userId));
  return plan ?? noPlan;
}

/** Omits owners who never bought a plan. */
export async function readPlans(
  database: Database,
  userIds: readonly string[],
): Promise<Map<string, OwnerPlan>> {
  const rows = await database
    .db()
    .select({ user_id: userStorage.user_id, ...planColumns })
    .from(userStorage)
    .where(inArray(userStorage.user_id, [...userIds]));
  return new Map(rows.map(({ user_id, ...plan }) => [user_id, plan]));
}

/** Holds the lock until the transaction ends. The owner must be locked first. */
export async function lockPlan(database: Database, userId: string): Promise<OwnerPlan> {
  await database.db().insert(userStorage).values({ user_id: userId }).onConflictDoNothing();
  const [plan] = await database
    .db()
    .select(planColumns)
    .from(userStorage)
    .where(eq(userStorage.user_id, userId))
    .for('update');
  if (!plan) throw new Error('The inserted plan is missing.');
  return plan;
}

/** Changes plan or period, which invalidates open quotations. */
export async function changePlan(
  database: Database,
  userId: string,
  plan: PlanState,
): Promise<void> {
  await database
    .db()
    .update(userStorage)
    .set({ ...plan, version: sql`${userStorage.version} + 1` })
    .where(eq(userStorage.user_id, userId));
}

/** Changes fields that do not affect the price, so that open quotations stay valid. */
export async function amendPlan(
  database: Database,
  userId: string,
  change: Partial<PlanState>,
): Promise<void> {
  await database.db().update(userStorage).set(change).where(eq(userStorage.user_id, userId));
}

/**
 * Records the result of the last warning about this day. Results of earlier warnings are ignored.
 */
export async function recordLastWarning(
  database: Database,
  userId: string,
  day: Day,
  { isAccepted, today }: { isAccepted: boolean; today: Day },
): Promise<void> {
  const outcome = isAccepted
    ? { grace_notified_on: today, grace_refused_on: null }
    : { grace_refused_on: today };
  await database
    .db()
    .update(userStorage)
    .set(outcome)
    .where(and(eq(userStorage.user_id, userId), eq(userStorage.grace_until, day)));
}

/** Plans are paged by end and owner. */
export interface PlanEndCursor {
  valid_until: Day | null;
  user_id: string;
}

/** A page of owners whose period has ended by the day, optionally only periods of one length. */
export async function listEndedPlans(
  database: Database,
  { today, period }: { today: Day; period?: PlanPeriod },
  after: PlanEndCursor | undefined,
  limit: number,
): Promise<PlanEndCursor[]> {
  const { user_id, valid_until } = userStorage;
  return database
    .db()
    .select({ user_id, valid_until })
    .from(userStorage)
    .where(
      and(
        inArray(userStorage.plan, [...planIds, 'custom']),
        lte(valid_until, today),
        period && eq(userStorage.period, period),
        after &&
          sql`(${valid_until}, ${user_id}) > (${after.valid_until}::date, ${after.user_id}::uuid)`,
      ),
    )
    .orderBy(asc(valid_until), asc(user_id))
    .limit(limit);
}

/** A page of owners, by id, whose files above the limit are removed by the day. */
export async function listGracePeriods(
  database: Database,
  removedBy: Day,
  afterUserId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ user_id: userStorage.user_id })
    .from(userStorage)
    .where(and(lte(userStorage.grace_until, removedBy), gt(userStorage.user_id, afterUserId)))
    .orderBy(asc(userStorage.user_id))
    .limit(limit);
  return rows.map(({ user_id }) => user_id);
}

export type NoticeRow = typeof planNotices.$inferSelect;

type NoticeKey = Pick<NoticeRow, 'user_id' | 'version' | 'valid_until' | 'amount_kopecks'>;

export async function findNotice(
  database: Database,
  key: NoticeKey,
): Promise<NoticeRow | undefined> {
  const [found] = await database.db().select().from(planNotices).where(matchesKey(key));
  return found;
}

export async function findNoticeById(
  database: Database,
  id: string,
): Promise<NoticeRow | undefined> {
  const [found] = await database.db().select().from(planNotices).where(eq(planNotices.id, id));
  return found;
}

/**
 * Inserts a notice. Replaces an unaccepted one, and all notices about earlier periods of the owner.
 */
export async function insertNotice(
  database: Database,
  id: string,
  key: NoticeKey,
  enqueuedOn: Day,
): Promise<void> {
  const { user_id, version, valid_until } = key;
  await database
    .db()
    .delete(planNotices)
    .where(
      and(
        eq(planNotices.user_id, user_id),
        or(
          matchesKey(key),
          ne(planNotices.version, version),
          ne(planNotices.valid_until, valid_until),
        ),
      ),
    );
  await database
    .db()
    .insert(planNotices)
    .values({ id, ...key, enqueued_on: enqueuedOn });
}

export async function markNoticeAccepted(
  database: Database,
  id: string,
  today: Day,
): Promise<void> {
  await database
    .db()
    .update(planNotices)
    .set({ accepted_on: today, refused_on: null })
    .where(and(eq(planNotices.id, id), isNull(planNotices.accepted_on)));
}

export async function markNoticeRefused(database: Database, id: string, today: Day): Promise<void> {
  await database
    .db()
    .update(planNotices)
    .set({ refused_on: today })
    .where(and(eq(planNotices.id, id), isNull(planNotices.accepted_on)));
}

export async function deleteNotice(database: Database, id: string): Promise<void> {
  await database.db().delete(planNotices).where(eq(planNotices.id, id));
}

/** Notices whose mail was neither accepted nor refused. */
export async function listOpenNotices(database: Database): Promise<Pick<NoticeRow, 'id'>[]> {
  return database
    .db()
    .select({ id: planNotices.id })
    .from(planNotices)
    .where(and(isNull(planNotices.accepted_on), isNull(planNotices.refused_on)));
}
