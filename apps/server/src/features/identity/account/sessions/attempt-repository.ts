import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { asyncCommit, prepared } from '../../../../platform/database/prepared.ts';
import { signInAttempts } from '../account-tables.ts';
import { type AttemptRecord, attemptsExpireAfterSeconds, pausesSeconds } from './session-rules.ts';

/** An attempt that was taken, and counts as a failure until it is given back. */
export interface ClaimedAttempt {
  key: string;
  failures: number;
  /** Text, as the database answers with it. */
  warned_at: string | null;
}

const pauses = sql.raw(`(array[${pausesSeconds.join()}])`);

/**
 * The statement that takes one attempt under the `key` that a query names. It has no row while the
 * count is slowed down; attempts at the same moment are counted one after the other.
 */
export function claimStatement(keys: SQL, now: SQL): SQL {
  const age = sql`(excluded.last_failed_at - attempts.last_failed_at)`;
  const isForgotten = sql`${age} >= make_interval(secs => ${sql.raw(`${attemptsExpireAfterSeconds}`)})`;
  const pause = sql`${pauses}[1 + least(attempts.failures, ${sql.raw(`${pausesSeconds.length - 1}`)})]`;
  return sql`
    insert into ${signInAttempts} as attempts (key, failures, last_failed_at)
    select keys.key, 1, ${now}::timestamptz
    from (${keys}) keys, ${asyncCommit}
    on conflict (key) do update set
      failures = case when ${isForgotten} then 1 else attempts.failures + 1 end,
      last_failed_at = excluded.last_failed_at
    where ${isForgotten} or greatest(${age}, interval '0') >= make_interval(secs => ${pause})
    returning attempts.key, attempts.failures, attempts.warned_at`;
}

const takeOne = prepared<{ key: string; now: string }>(({ key, now }) =>
  claimStatement(sql`select ${key}::text as key`, now),
);

const oneLess = prepared<{ key: string }>(({ key }) => releaseStatement(key));

/** Takes one attempt, unless the count is slowed down. */
export async function claimAttempt(
  database: Database,
  key: string,
  now: Date,
): Promise<ClaimedAttempt | undefined> {
  const [taken] = await database.rows<ClaimedAttempt>(takeOne({ key, now: now.toISOString() }));
  return taken;
}

/** The statement by which a successful attempt was not a failure after all. */
export function releaseStatement(key: SQL): SQL {
  return sql`update ${signInAttempts} set failures = greatest(failures - 1, 0) where key = ${key}`;
}

export async function releaseAttempt(database: Database, key: string): Promise<void> {
  await database.rows(oneLess({ key }));
}

export async function findAttemptRecord(
  database: Database,
  key: string,
): Promise<AttemptRecord | undefined> {
  const { failures, last_failed_at: lastFailedAt } = signInAttempts;
  const [found] = await database
    .db()
    .select({ failures, lastFailedAt })
    .from(signInAttempts)
    .where(sql`${signInAttempts.key} = ${key}`);
  return found;
}

/** Notes that failures were told of; false if that happened since `earliest`. */
export async function markWarned(
  database: Database,
  key: string,
  now: Date,
  earliest: Date,
): Promise<boolean> {
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

export async function listAttempts(database: Database, keys: readonly string[]) {
  return database
    .db()
    .select({
      key: signInAttempts.key,
      failures: signInAttempts.failures,
      lastFailedAt: signInAttempts.last_failed_at,
    })
    .from(signInAttempts)
    .where(inArray(signInAttempts.key, [...keys]));
}
