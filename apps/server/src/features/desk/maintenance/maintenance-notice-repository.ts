import { and, asc, eq, gt, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { isAfterCursor } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type UserCursor, users } from '../../identity/account/index.ts';
import { maintenanceNotices, maintenanceWindows } from './maintenance-tables.ts';

/** Locks the window against changes. False if it has started or is cancelled. */
export async function lockPlannedWindow(
  database: Database,
  id: string,
  now: Date,
): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: maintenanceWindows.id })
    .from(maintenanceWindows)
    .where(
      and(
        eq(maintenanceWindows.id, id),
        isNull(maintenanceWindows.cancelled_at),
        gt(maintenanceWindows.starts_at, now),
      ),
    )
    .for('share');
  return found.length > 0;
}

/** Confirmed users without a notice. */
export function listUsersWithoutNotice(
  database: Database,
  windowId: string,
  { since, after }: { since: Date | undefined; after: UserCursor | undefined },
  limit: number,
): Promise<UserCursor[]> {
  const { id, created_at } = users;
  return database
    .db()
    .select({ id, created_at })
    .from(users)
    .where(
      and(
        eq(users.email_verified, true),
        since && gte(created_at, since),
        after && isAfterCursor([created_at, after.created_at], [id, after.id]),
        sql`not exists (
          select 1 from ${maintenanceNotices} notice
          where notice.window_id = ${windowId} and notice.user_id = ${users.id})`,
      ),
    )
    .orderBy(asc(created_at), asc(id))
    .limit(limit);
}

/** Users whose notice was enqueued before `lostBefore` and has no outcome. */
export async function listLostNotices(
  database: Database,
  windowId: string,
  lostBefore: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ user_id: maintenanceNotices.user_id })
    .from(maintenanceNotices)
    .where(
      and(
        eq(maintenanceNotices.window_id, windowId),
        isNull(maintenanceNotices.notified_at),
        isNull(maintenanceNotices.refused_at),
        lte(maintenanceNotices.enqueued_at, lostBefore),
      ),
    )
    .orderBy(asc(maintenanceNotices.enqueued_at))
    .limit(limit);
  return rows.map(({ user_id }) => user_id);
}

export async function saveNotifiedUntil(
  database: Database,
  id: string,
  notified_until: Date,
): Promise<void> {
  await database
    .db()
    .update(maintenanceWindows)
    .set({ notified_until })
    .where(eq(maintenanceWindows.id, id));
}

/** Saves pending notices. Returns the users not claimed by a concurrent run. */
export async function claimNotices(
  database: Database,
  windowId: string,
  userIds: readonly string[],
  now: Date,
  lostBefore: Date,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const claimed = await database
    .db()
    .insert(maintenanceNotices)
    .values(userIds.map((user_id) => ({ window_id: windowId, user_id, enqueued_at: now })))
    .onConflictDoUpdate({
      target: [maintenanceNotices.window_id, maintenanceNotices.user_id],
      set: { enqueued_at: now },
      setWhere: sql`${maintenanceNotices.notified_at} is null
        and ${maintenanceNotices.refused_at} is null
        and ${maintenanceNotices.enqueued_at} <= ${lostBefore.toISOString()}::timestamptz`,
    })
    .returning({ user_id: maintenanceNotices.user_id });
  return claimed.map(({ user_id }) => user_id);
}

export async function isNoticePending(
  database: Database,
  windowId: string,
  userId: string,
): Promise<boolean> {
  const found = await database
    .db()
    .select({ user_id: maintenanceNotices.user_id })
    .from(maintenanceNotices)
    .where(and(isNoticeOf(windowId, userId), isNull(maintenanceNotices.notified_at)));
  return found.length > 0;
}

export async function recordNoticeOutcome(
  database: Database,
  windowId: string,
  userId: string,
  outcome: { notified_at: Date } | { refused_at: Date },
): Promise<void> {
  await database
    .db()
    .update(maintenanceNotices)
    .set(outcome)
    .where(
      and(
        isNoticeOf(windowId, userId),
        isNull(maintenanceNotices.notified_at),
        isNull(maintenanceNotices.refused_at),
      ),
    );
}

/** Claims a batch of notified users, to notify them of the cancellation. */
export async function claimCancellationNotices(
  database: Database,
  windowId: string,
  now: Date,
  limit: number,
): Promise<string[]> {
  const batch = database
    .db()
    .select({ user_id: maintenanceNotices.user_id })
    .from(maintenanceNotices)
    .where(
      and(
        eq(maintenanceNotices.window_id, windowId),
        isNotNull(maintenanceNotices.notified_at),
        isNull(maintenanceNotices.cancellation_enqueued_at),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await database
    .db()
    .update(maintenanceNotices)
    .set({ cancellation_enqueued_at: now })
    .where(
      and(
        eq(maintenanceNotices.window_id, windowId),
        sql`${maintenanceNotices.user_id} in (${batch})`,
      ),
    )
    .returning({ user_id: maintenanceNotices.user_id });
  return claimed.map(({ user_id }) => user_id);
}

function isNoticeOf(windowId: string, userId: string) {
  return and(eq(maintenanceNotices.window_id, windowId), eq(maintenanceNotices.user_id, userId));
}
