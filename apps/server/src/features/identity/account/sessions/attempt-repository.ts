import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { asyncCommit, prepareStatement } from '../../../../platform/database/prepared.ts';
import { signInAttempts } from '../account-tables.ts';
import { attemptsExpireAfterSeconds, pausesSeconds } from './session-rules.ts';

/** Counts as a failure until it is released. */
export interface ClaimedAttempt {
  key: string;
  failures: number;
  /** A timestamp as text. */
  warned_at: string | null;
}

const pausesSql = sql.raw(`(array[${pausesSeconds.join()}])`);

/**
 * Claims an attempt under the `key` of a subquery. Returns no row during a pause. Concurrent
 * attempts are counted one after the other, so they cannot bypass the limit.
 */
export function claimStatement(keys: SQL, now: SQL): SQL {
  const age = sql`(excluded.last_failed_at - attempts.last_failed_at)`;
  const isExpired = sql`${age} >= make_interval(secs => ${sql.raw(`${attemptsExpireAfterSeconds}`)})`;
  const pause = sql`${pausesSql}[1 + least(attempts.failures, ${sql.raw(`${pausesSeconds.length - 1}`)})]`;
  return sql`
    insert into ${signInAttempts} as attempts (key, failures, last_failed_at)
    select keys.key, 1, ${now}::timestamptz
    from (${keys}) keys, ${asyncCommit}
    on conflict (key) do update set
      failures = case when ${isExpired} then 1 else attempts.failures + 1 end,
      last_failed_at = excluded.last_failed_at
    where ${isExpired} or greatest(${age}, interval '0') >= make_interval(secs => ${pause})
    returning attempts.key, attempts.failures, attempts.warned_at`;
}

const claimOne = prepareStatement<{ key: string; now: string }>(({ key, now }) =>
  claimStatement(sql`select ${key}::text as key`, now),
);

const releaseOne = prepareStatement<{ key: string }>(({ key }) => releaseStatement(key));

/** Claims an attempt. Undefined during a pause. */
export async function claimAttempt(database: Database, key: string, now: Date) {
  const [claimed] = await database.rows<ClaimedAttempt>(claimOne({ key, now: now.toISOString() }));
  return claimed;
}

/** Releases a successful attempt, so that it does not count as a failure. */
export function releaseStatement(key: SQL): SQL {
  return sql`update ${signInAttempts} set failures = greatest(failures - 1, 0) where key = ${key}`;
}

export async function releaseAttempt(database: Database, key: string): Promise<void> {
  await database.rows(releaseOne({ key }));
}

export function listAttempts(database: Database, keys: readonly string[]) {
  const { key, failures, last_failed_at: lastFailedAt } = signInAttempts;
  return database
    .db()
    .select({ key, failures, lastFailedAt })
    .from(signInAttempts)
    .where(inArray(key, [...keys]));
}

/** Records a warning to the owner. Returns false if a warning was recorded since `earliest`. */
export async function markWarned(database: Database, key: string, now: Date, earliest: Date) {
  const isDue = sql`coalesce(${signInAttempts.warned_at} < ${earliest.toISOString()}, true)`;
  const marked = await database
    .db()
    .update(signInAttempts)
    .set({ warned_at: now })
    .where(sql`${signInAttempts.key} = ${key} and ${isDue}`)
    .returning({ key: signInAttempts.key });
  return marked.length > 0;
}

export async function deleteAttempts(database: Database, keys: string[]): Promise<void> {
  await database.db().delete(signInAttempts).where(inArray(signInAttempts.key, keys));
}
