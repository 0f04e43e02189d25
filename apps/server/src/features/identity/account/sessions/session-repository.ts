import type { Locale } from '@zavet/contract/locales';
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import {
  type PreparedStatement,
  prebuildSql,
  prepareStatement,
} from '../../../../platform/database/prepared.ts';
import type { AccountLimit } from '../../../../platform/http/call-limits.ts';
import {
  type CountedWindow,
  type CountValues,
  countCall,
  countValues,
  digestInSql,
} from '../../../../platform/http/rate-limiter.ts';
import { sessions, userProfiles, users } from '../account-tables.ts';

export interface LiveSession {
  id: string;
  user_id: string;
  email: string;
  preferred_language: Locale;
  proven_at: Date | null;
  is_suspended: boolean;
}

const sessionColumns = prebuildSql(sql`
  sessions.id, sessions.user_id, sessions.proven_at, users.email,
  coalesce(user_profiles.preferred_language, 'ru') as preferred_language,
  users.suspended_at is not null as is_suspended
  from ${sessions}
  inner join ${users} on users.id = sessions.user_id
  left join ${userProfiles} on user_profiles.user_id = users.id`);

const sessionById = prepareStatement<{ id: string; now: string }>(
  ({ id, now }) => sql`select ${sessionColumns}
    where sessions.id = ${id} and sessions.expires_at > ${now}`,
);

const sessionByToken = prepareStatement<{ token: string; now: string }>(
  ({ token, now }) => sql`select ${sessionColumns}
    where sessions.token = ${token} and sessions.expires_at > ${now}`,
);

export async function findLiveSession(
  database: Database,
  by: { id: string } | { token: string },
  now: Date,
): Promise<LiveSession | undefined> {
  const at = { now: now.toISOString() };
  const statement = 'id' in by ? sessionById({ ...by, ...at }) : sessionByToken({ ...by, ...at });
  const [session] = await database.rows<LiveSession>(statement);
  return session && { ...session, proven_at: toDate(session.proven_at) };
}

const validSession = prepareStatement<{ id: string; now: string }>(
  ({ id, now }) => sql`select user_id from ${sessions}
    where id = ${id} and expires_at > ${now}::timestamptz`,
);

interface SessionWithCountParameters extends CountValues {
  id: string;
  limitName: string;
}

const sessionWithCount = prepareStatement<SessionWithCountParameters>((values) => {
  const { id, limitName, now } = values;
  const key = digestInSql(sql`${limitName}::text || session.user_id::text`);
  return sql`with session as (
      select id, user_id, proven_at from ${sessions}
      where id = ${id} and expires_at > ${now}::timestamptz
    ), counted as (${countCall(sql`select ${key} as key from session`, values)})
    select session.*, counted.count, counted.window_started_at from session cross join counted`;
});

export interface ValidSession {
  id: string;
  user_id: string;
  proven_at: Date | null;
}

/** Finds a valid session, and counts the call against a limit. */
export function sessionStatement(
  { id }: { id: string },
  limit: AccountLimit | undefined,
  now: Date,
): PreparedStatement {
  if (!limit) return validSession({ id, now: now.toISOString() });
  return sessionWithCount({ id, limitName: limit.name, ...countValues(limit, now) });
}

export async function findSessionAndCountCall(
  database: Database,
  claim: { id: string },
  limit: AccountLimit,
  now: Date,
): Promise<(ValidSession & CountedWindow) | undefined> {
  const [session] = await database.rows<ValidSession & CountedWindow>(
    sessionStatement(claim, limit, now),
  );
  return session && { ...session, proven_at: toDate(session.proven_at) };
}

/** The driver returns timestamps of prepared statements as text or Date. */
function toDate(time: Date | string | null): Date | null {
  return time === null ? null : new Date(time);
}

export async function findSessionTimes(database: Database, id: string) {
  const { created_at, proven_at, factor_proven_at } = sessions;
  const [times] = await database
    .db()
    .select({ created_at, proven_at, factor_proven_at })
    .from(sessions)
    .where(eq(sessions.id, id));
  return times;
}

export async function updateSession(
  database: Database,
  id: string,
  changes: Partial<typeof sessions.$inferSelect>,
): Promise<void> {
  await database.db().update(sessions).set(changes).where(eq(sessions.id, id));
}

/** Records a proof by a factor, which also counts as a proof of any kind. */
export function markFactorProven(database: Database, id: string, now: Date): Promise<void> {
  return updateSession(database, id, { proven_at: now, factor_proven_at: now });
}

export function listLiveSessions(database: Database, userId: string, now: Date) {
  return database
    .db()
    .select({
      id: sessions.id,
      ip_address: sessions.ip_address,
      user_agent: sessions.user_agent,
      created_at: sessions.created_at,
      last_seen_at: sessions.updated_at,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), gt(sessions.expires_at, now)))
    .orderBy(desc(sessions.updated_at));
}

export async function deleteOwnSession(database: Database, userId: string, sessionId: string) {
  const ended = await database
    .db()
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

export async function deleteOtherSessions(
  database: Database,
  userId: string,
  keptSessionId: string,
): Promise<number> {
  const ended = await database
    .db()
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), ne(sessions.id, keptSessionId)))
    .returning({ id: sessions.id });
  return ended.length;
}

export async function deleteAllSessions(database: Database, userId: string): Promise<void> {
  await database.db().delete(sessions).where(eq(sessions.user_id, userId));
}
