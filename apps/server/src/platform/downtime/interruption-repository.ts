import { asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { Heartbeat, Interruption, InterruptionKind } from './interruption-rules.ts';
import { interruptions, workerHeartbeats } from './interruption-tables.ts';

export async function recordInterruption(
  database: Database,
  interruption: Interruption & { id: string; kind: InterruptionKind },
): Promise<void> {
  await database.db().insert(interruptions).values(interruption);
}

/** Only for cancelled maintenance. */
export async function removeInterruption(database: Database, id: string): Promise<void> {
  await database.db().delete(interruptions).where(eq(interruptions.id, id));
}

/** Interruptions that end after `moment`, ordered by their start. */
export function listInterruptionsAfter(database: Database, moment: Date): Promise<Interruption[]> {
  return database
    .db()
    .select({ started_at: interruptions.started_at, ended_at: interruptions.ended_at })
    .from(interruptions)
    .where(gt(interruptions.ended_at, moment))
    .orderBy(asc(interruptions.started_at));
}

/** Returns the last heartbeat without locking it. */
export async function readHeartbeat({
  rows,
}: Pick<Database, 'rows'>): Promise<Heartbeat | undefined> {
  const [found] = await rows<{ seen_at: string; now: string }>(sql`
    select seen_at, clock_timestamp() as now from ${workerHeartbeats}`);
  return found && { seen_at: new Date(found.seen_at), now: new Date(found.now) };
}

/** Locks and returns the last heartbeat, or inserts the first one. */
export async function lockHeartbeat({
  rows,
}: Pick<Database, 'rows'>): Promise<Heartbeat | undefined> {
  const inserted = await rows(sql`
    insert into ${workerHeartbeats} (id, seen_at) values (1, clock_timestamp())
    on conflict do nothing returning id`);
  if (inserted.length > 0) return undefined;
  await rows(sql`select id from ${workerHeartbeats} for update`);
  return readHeartbeat({ rows });
}

export async function updateHeartbeat(
  { rows }: Pick<Database, 'rows'>,
  { now }: Heartbeat,
): Promise<void> {
  await rows(sql`update ${workerHeartbeats} set seen_at = ${now.toISOString()}::timestamptz`);
}
