import type { RecordedKind } from '@zavet/contract/service/retention-table';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { deleteBatch, type RemovalCounts } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { retentionRuns } from './retention-tables.ts';

export type RetentionRun = typeof retentionRuns.$inferSelect;

/** Starts a run, or continues one whose process crashed; returns its id. */
export async function openRun(database: Database, kind: RecordedKind, now: Date): Promise<string> {
  await database
    .db()
    .insert(retentionRuns)
    .values({ id: newId(), kind, started_at: now, removed: {} })
    .onConflictDoNothing();
  const [open] = await database
    .db()
    .select({ id: retentionRuns.id })
    .from(retentionRuns)
    .where(and(eq(retentionRuns.kind, kind), isNull(retentionRuns.ended_at)));
  // Retries if another worker has ended the run in between.
  return open?.id ?? openRun(database, kind, now);
}

/** Adds the counts of a batch to a run. Must run in the transaction of the batch. */
export async function addToRun(
  database: Database,
  id: string,
  removed: RemovalCounts,
): Promise<void> {
  const counts = JSON.stringify(removed);
  await database.rows(sql`
    update ${retentionRuns} set batches = ${retentionRuns.batches} + 1, removed = (
      select coalesce(jsonb_object_agg(key, total), '{}'::jsonb) from (
        select key, sum(value::int) as total from (
          select * from jsonb_each_text(${retentionRuns.removed})
          union all
          select * from jsonb_each_text(${counts}::jsonb)
        ) merged group by key
      ) summed
    ) where ${retentionRuns.id} = ${id}`);
}

export async function endRun(database: Database, id: string, now: Date): Promise<void> {
  await database
    .db()
    .update(retentionRuns)
    .set({ ended_at: now })
    .where(and(eq(retentionRuns.id, id), isNull(retentionRuns.ended_at)));
}

/** Lists retention runs, newest first. */
export function listRetentionRuns(database: Database, limit: number): Promise<RetentionRun[]> {
  return database
    .db()
    .select()
    .from(retentionRuns)
    .orderBy(desc(retentionRuns.started_at), desc(retentionRuns.id))
    .limit(limit);
}

export function deleteRuns(database: Database, before: Date, limit: number): Promise<number> {
  return deleteBatch(database, {
    ...{ table: retentionRuns, key: 'id', limit },
    isDue: sql`ended_at is not null and started_at < ${before.toISOString()}::timestamptz`,
    age: sql`started_at`,
  });
}
