import { serviceTerms } from '@zavet/contract/service-terms';
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { MaintenancePeriod } from './maintenance-rules.ts';
import { maintenanceNotices, maintenanceWindows } from './maintenance-tables.ts';

export interface MaintenanceWindow extends MaintenancePeriod {
  id: string;
  planned_at: Date;
  cancelled_at: Date | null;
  notified_until: Date | null;
}

const columns = {
  id: maintenanceWindows.id,
  starts_at: maintenanceWindows.starts_at,
  ends_at: maintenanceWindows.ends_at,
  planned_at: maintenanceWindows.planned_at,
  cancelled_at: maintenanceWindows.cancelled_at,
  notified_until: maintenanceWindows.notified_until,
};

/** Inserts a window. Returns false if it overlaps with another window, even a concurrent one. */
export async function insertWindow(
  database: Database,
  window: MaintenancePeriod & { id: string; planned_at: Date },
): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(maintenanceWindows)
    .values(window)
    .onConflictDoNothing()
    .returning({ id: maintenanceWindows.id });
  return inserted.length > 0;
}

/** Cancels a window. Returns false if it has started or is already cancelled. */
export async function cancelWindow(database: Database, id: string, now: Date): Promise<boolean> {
  const changed = await database
    .db()
    .update(maintenanceWindows)
    .set({ cancelled_at: now })
    .where(
      and(
        eq(maintenanceWindows.id, id),
        isNull(maintenanceWindows.cancelled_at),
        gt(maintenanceWindows.starts_at, now),
      ),
    )
    .returning({ id: maintenanceWindows.id });
  return changed.length > 0;
}

export async function findWindow(
  database: Database,
  id: string,
): Promise<MaintenanceWindow | undefined> {
  const [found] = await database
    .db()
    .select(columns)
    .from(maintenanceWindows)
    .where(eq(maintenanceWindows.id, id));
  return found;
}

/** Windows that are not over, including cancelled ones, the next one first. */
export function listOpenWindows(database: Database, now: Date): Promise<MaintenanceWindow[]> {
  return database
    .db()
    .select(columns)
    .from(maintenanceWindows)
    .where(and(gt(maintenanceWindows.ends_at, now), isNull(maintenanceWindows.closed_at)))
    .orderBy(asc(maintenanceWindows.starts_at));
}

interface WindowWithCounts extends MaintenanceWindow {
  notified: number;
  notified_late: number;
  waiting: number;
}

/** Latest first. */
export async function listWindowsWithCounts(
  database: Database,
  limit: number,
): Promise<WindowWithCounts[]> {
  const { notified, notified_late } = maintenanceWindows;
  const counts = database
    .db()
    .select({
      notified:
        sql<number>`count(*) filter (where ${maintenanceNotices.notified_at} is not null)::int`.as(
          'notified_now',
        ),
      notified_late: sql<number>`count(*) filter (where ${isLate})::int`.as('late_now'),
      waiting: sql<number>`count(*) filter (where ${maintenanceNotices.notified_at} is null
        and ${maintenanceNotices.refused_at} is null)::int`.as('waiting_now'),
    })
    .from(maintenanceNotices)
    .where(eq(maintenanceNotices.window_id, maintenanceWindows.id))
    .as('counts');
  return database
    .db()
    .select({
      ...columns,
      notified: sql<number>`coalesce(${notified}, ${counts.notified})`,
      notified_late: sql<number>`coalesce(${notified_late}, ${counts.notified_late})`,
      waiting: counts.waiting,
    })
    .from(maintenanceWindows)
    .crossJoinLateral(counts)
    .orderBy(desc(maintenanceWindows.starts_at))
    .limit(limit);
}

const isLate = sql`${maintenanceNotices.notified_at} > ${maintenanceWindows.starts_at}
  - ${sql.raw(`interval '${serviceTerms.maintenanceNoticeHours} hours'`)}`;

/** Saves the counts of windows that are over, so that their notices can be deleted. */
export async function closeWindows(database: Database, now: Date): Promise<void> {
  await database.rows(sql`
    update ${maintenanceWindows} set closed_at = ${now.toISOString()}::timestamptz,
      (notified, notified_late) = (
        select count(*) filter (where notified_at is not null), count(*) filter (where ${isLate})
        from ${maintenanceNotices} where window_id = ${maintenanceWindows.id})
    where ${maintenanceWindows.closed_at} is null
      and ${maintenanceWindows.ends_at} <= ${now.toISOString()}::timestamptz`);
}

export async function deleteNotices(database: Database, limit: number): Promise<number> {
  const deleted = await database.rows(sql`
    delete from ${maintenanceNotices} where (window_id, user_id) in (
      select notice.window_id, notice.user_id
      from ${maintenanceWindows} closed_window
      inner join ${maintenanceNotices} notice on notice.window_id = closed_window.id
      where closed_window.closed_at is not null
      limit ${limit})
    returning user_id`);
  return deleted.length;
}
