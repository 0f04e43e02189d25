import { eq, inArray, sql } from 'drizzle-orm';
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
import { begunSignIns, lostDeviceWaits, spentChallenges } from './factors/factor-tables.ts';
import { activityEvents } from './last-seen-repository.ts';

const textTwice = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** When somebody was there, as the database answers with it. */
interface Sign {
  user_id: string;
  at: Date | string;
}

interface Event extends Omit<Sign, 'user_id'> {
  id: string;
  user_id: string | null;
  kind: string;
}

const text = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/**
 * Sessions that have ended, and when each owner was last seen in them. Accounts that somebody holds
 * at this moment are left for another time.
 */
export async function deleteExpiredSessions(
  database: Database,
  now: Date,
  limit: number,
): Promise<number> {
  const ended = await database.rows<Sign & { id: string }>(sql`
    select id, user_id, updated_at as at from ${sessions}
    where expires_at <= ${text(now)} order by expires_at limit ${limit}`);
  const held = await lockAndRecordLastSeen(database, ended, now);
  const ids = ended.filter(({ user_id }) => held.has(user_id)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  // One that was renewed meanwhile goes on.
  const gone = await database
    .db()
    .delete(sessions)
    .where(sql`${inArray(sessions.id, ids)} and ${sessions.expires_at} <= ${text(now)}`)
    .returning({ id: sessions.id });
  return gone.length;
}

/** Security events of before that moment, and the signs of life among them. */
export async function deleteOldEvents(
  database: Database,
  before: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const old = await database.rows<Event>(sql`
    select id, user_id, kind, created_at as at from ${securityEvents}
    where created_at < ${text(before)} order by created_at limit ${limit}`);
  const signs = old.flatMap(({ user_id, kind, at }) =>
    user_id && (activityEvents as readonly string[]).includes(kind) ? [{ user_id, at }] : [],
  );
  const held = await lockAndRecordLastSeen(database, signs, now);
  const needed = new Set(signs.map(({ user_id }) => user_id));
  const ids = old
    .filter(({ user_id }) => !user_id || !needed.has(user_id) || held.has(user_id))
    .map(({ id }) => id);
  if (ids.length === 0) return 0;
  const gone = await database
    .db()
    .delete(securityEvents)
    .where(inArray(securityEvents.id, ids))
    .returning({ id: securityEvents.id });
  return gone.length;
}

/** Locks these accounts, in the order in which everybody does, and notes when each was last seen. */
async function lockAndRecordLastSeen(
  database: Database,
  signs: readonly Sign[],
  now: Date,
): Promise<Set<string>> {
  if (signs.length === 0) return new Set();
  const latest = new Map<string, Date>();
  for (const { user_id, at } of signs) {
    const noted = new Date(at);
    const seen = noted > now ? now : noted;
    if (seen > (latest.get(user_id) ?? new Date(0))) latest.set(user_id, seen);
  }
  const held = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...latest.keys()]))
    .orderBy(users.id)
    .for('update', { skipLocked: true });
  const values = held.map(({ id }) => sql`(${id}::uuid, ${text(latest.get(id) ?? now)})`);
  if (values.length > 0) {
    await database.rows(sql`
      update ${users} set seen_at = sign.at
      from (values ${sql.join(values, sql`, `)}) as sign (id, at)
      where ${users.id} = sign.id and ${users.seen_at} < sign.at`);
  }
  return new Set(held.map(({ id }) => id));
}

export function deleteExpiredLinks(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: accountLinks, key: 'id', limit },
    isDue: sql`expires_at <= ${text(before)}`,
    age: sql`expires_at`,
  });
}

/** Changes whose new address was not confirmed in time wait no longer. */
export async function expireEmailChanges(
  database: Database,
  requestedBefore: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await database.rows(sql`
    update ${emailChanges} set status = 'expired', ended_at = ${text(now)}
    where id in (
      select id from ${emailChanges}
      where status = 'pending' and requested_at <= ${text(requestedBefore)}
      order by requested_at limit ${limit} for update skip locked
    ) returning id`);
  return rows.length;
}

export function deleteOldRequests(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: accountRequests, key: 'id', limit },
    isDue: sql`created_at < ${text(before)}`,
    age: sql`created_at`,
  });
}

export function deleteOldAttempts(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: signInAttempts, key: 'key', limit },
    isDue: sql`last_failed_at < ${text(before)}`,
    age: sql`last_failed_at`,
  });
}

export function deleteOldNotices(database: Database, before: Date, limit: number): Promise<number> {
  return deleteBatch(database, {
    ...{ table: deletionNotices, key: 'id', limit },
    isDue: sql`deleted_at < ${text(before)}`,
    age: sql`deleted_at`,
  });
}

/** Sign-ups nobody confirmed; one whose link still works is not among them. */
export function deleteUnconfirmedUsers(
  database: Database,
  before: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const hasLiveLink = sql`exists (
    select 1 from ${accountLinks}
    where ${eq(accountLinks.user_id, users.id)} and ${accountLinks.expires_at} > ${text(now)}
  )`;
  return deleteBatch(database, {
    ...{ table: users, key: 'id', limit },
    isDue: sql`not email_verified and ${users.created_at} < ${text(before)} and not ${hasLiveLink}`,
    age: sql`${users.created_at}`,
  });
}

export function deleteExpiredSignIns(
  database: Database,
  now: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: begunSignIns, key: 'id', limit },
    isDue: sql`expires_at <= ${textTwice(now)}`,
    age: sql`expires_at`,
  });
}

/** A challenge that is too old is refused by itself: nobody has to remember that it was answered. */
export function deleteExpiredChallenges(
  database: Database,
  now: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: spentChallenges, key: 'digest', limit },
    isDue: sql`expires_at <= ${textTwice(now)}`,
    age: sql`expires_at`,
  });
}

/** Waits that ended before that moment. */
export function deleteOldWaits(database: Database, before: Date, limit: number): Promise<number> {
  return deleteBatch(database, {
    ...{ table: lostDeviceWaits, key: 'id', limit },
    isDue: sql`ended_at <= ${textTwice(before)}`,
    age: sql`ended_at`,
  });
}
