import { eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  accountLinks,
  accountRequests,
  deletionNotices,
  emailChanges,
  securityEvents,
  sessions,
  signInAttempts,
  users,
} from './account-tables.ts';
import { lostDeviceWaits, pendingSignIns, usedChallenges } from './factors/factor-tables.ts';
import { activityEvents } from './last-seen-repository.ts';

/** Last activity of a user, found in a row that is about to be deleted. */
interface Activity {
  user_id: string;
  at: Date | string;
}

type OldEvent = Pick<Activity, 'at'> & { id: string; user_id: string | null; kind: string };

const timestamp = (time: Date) => sql`${time.toISOString()}::timestamptz`;

export const deleteExpiredLinks = createDeleteUpTo(accountLinks, 'id', sql`expires_at`);
export const deleteExpiredSignIns = createDeleteUpTo(pendingSignIns, 'id', sql`expires_at`);
/** Expired challenges are rejected anyway, so their use need not be stored. */
export const deleteExpiredChallenges = createDeleteUpTo(usedChallenges, 'digest', sql`expires_at`);
export const deleteOldWaits = createDeleteUpTo(lostDeviceWaits, 'id', sql`ended_at`);
export const deleteOldRequests = createDeleteBefore(accountRequests, 'id', sql`created_at`);
export const deleteOldAttempts = createDeleteBefore(signInAttempts, 'key', sql`last_failed_at`);
export const deleteOldNotices = createDeleteBefore(deletionNotices, 'id', sql`deleted_at`);

type DeleteByAge = (database: Database, cutoff: Date, limit: number) => Promise<number>;

function createDeleteUpTo(table: SQLWrapper, key: string, age: SQL): DeleteByAge {
  return (database, cutoff, limit) =>
    deleteBatch(database, { table, key, limit, isDue: sql`${age} <= ${timestamp(cutoff)}`, age });
}

function createDeleteBefore(table: SQLWrapper, key: string, age: SQL): DeleteByAge {
  return (database, cutoff, limit) =>
    deleteBatch(database, { table, key, limit, isDue: sql`${age} < ${timestamp(cutoff)}`, age });
}

/** Deletes expired sessions and preserves their last activity. Skips accounts locked elsewhere. */
export async function deleteExpiredSessions(database: Database, now: Date, limit: number) {
  const expired = await database.rows<Activity & { id: string }>(sql`
    select id, user_id, updated_at as at from ${sessions}
    where expires_at <= ${timestamp(now)} order by expires_at limit ${limit}`);
  const locked = await lockAndRecordLastSeen(database, expired, now);
  const ids = expired.filter(({ user_id }) => locked.has(user_id)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  // A session may have been renewed meanwhile.
  const deleted = await database
    .db()
    .delete(sessions)
    .where(sql`${inArray(sessions.id, ids)} and ${sessions.expires_at} <= ${timestamp(now)}`)
    .returning({ id: sessions.id });
  return deleted.length;
}

/** Deletes old security events and preserves the last activity among them. */
export async function deleteOldEvents(database: Database, before: Date, now: Date, limit: number) {
  const old = await database.rows<OldEvent>(sql`
    select id, user_id, kind, created_at as at from ${securityEvents}
    where created_at < ${timestamp(before)} order by created_at limit ${limit}`);
  const activities = old.flatMap(({ user_id, kind, at }) =>
    user_id && (activityEvents as readonly string[]).includes(kind) ? [{ user_id, at }] : [],
  );
  const locked = await lockAndRecordLastSeen(database, activities, now);
  const active = new Set(activities.map(({ user_id }) => user_id));
  const ids = old
    .filter(({ user_id }) => !user_id || !active.has(user_id) || locked.has(user_id))
    .map(({ id }) => id);
  if (ids.length === 0) return 0;
  const deleted = await database
    .db()
    .delete(securityEvents)
    .where(inArray(securityEvents.id, ids))
    .returning({ id: securityEvents.id });
  return deleted.length;
}

/** Skips accounts locked elsewhere. Returns the ids of those it locked. */
async function lockAndRecordLastSeen(
  database: Database,
  activities: readonly Activity[],
  now: Date,
): Promise<Set<string>> {
  if (activities.length === 0) return new Set();
  const latest = new Map<string, Date>();
  for (const { user_id, at } of activities) {
    const recorded = new Date(at);
    const seen = recorded > now ? now : recorded;
    if (seen > (latest.get(user_id) ?? new Date(0))) latest.set(user_id, seen);
  }
  const locked = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...latest.keys()]))
    .orderBy(users.id)
    .for('update', { skipLocked: true });
  const values = locked.map(({ id }) => sql`(${id}::uuid, ${timestamp(latest.get(id) ?? now)})`);
  if (values.length > 0) {
    await database.rows(sql`
      update ${users} set seen_at = activity.at
      from (values ${sql.join(values, sql`, `)}) as activity (id, at)
      where ${users.id} = activity.id and ${users.seen_at} < activity.at`);
  }
  return new Set(locked.map(({ id }) => id));
}

/** Expires changes whose new address was not confirmed in time. */
export async function expireEmailChanges(
  database: Database,
  requestedBefore: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await database.rows(sql`
    update ${emailChanges} set status = 'expired', ended_at = ${timestamp(now)}
    where id in (
      select id from ${emailChanges}
      where status = 'pending' and requested_at <= ${timestamp(requestedBefore)}
      order by requested_at limit ${limit} for update skip locked
    ) returning id`);
  return rows.length;
}

/** Deletes unconfirmed accounts without a valid link. */
export function deleteUnconfirmedUsers(database: Database, before: Date, now: Date, limit: number) {
  const hasValidLink = sql`exists (
    select 1 from ${accountLinks}
    where ${eq(accountLinks.user_id, users.id)} and ${accountLinks.expires_at} > ${timestamp(now)}
  )`;
  return deleteBatch(database, {
    ...{ table: users, key: 'id', limit },
    isDue: sql`not email_verified and ${users.created_at} < ${timestamp(before)} and not ${hasValidLink}`,
    age: sql`${users.created_at}`,
  });
}
