import { sql } from 'drizzle-orm';
import type { Stack } from './stack.ts';
import { type Fault, waitUntil } from './trial.ts';

const insertedRows = 1_200;

/** The worker dies in the middle of a nightly run, before or after a batch is committed. */
export function retentionFaults(): Fault[] {
  return ['retention.before_commit', 'retention.batch_done'].map((point) => ({
    name: `retention, worker at ${point}`,
    waitsOnReturnPage: false,
    disturb: async ({ stack, markFault }) => {
      await insertOldRows(stack);
      stack.worker.dieAt({ point, passing: 2 });
      await enqueueRun(stack);
      await stack.worker.waitForExit();
      markFault();
      await stack.repair();
      await waitUntil(async () => (await countOpenRuns(stack)) === 0);
      const removed = await countRemovedRows(stack);
      if (removed !== insertedRows) throw new Error(`${removed} of ${insertedRows} were removed`);
    },
  }));
}

/** Inserts enough old rows for three batches. */
async function insertOldRows({ database }: Stack): Promise<void> {
  await database.rows(sql`delete from retention_runs`);
  await database.rows(sql`
    insert into unknown_notifications (id, event, object_id, created_at)
    select gen_random_uuid(), 'payment.succeeded', gen_random_uuid()::text, now() - interval '40 days'
    from generate_series(1, ${insertedRows}::int)`);
}

async function enqueueRun({ database }: Stack): Promise<void> {
  await database.rows(sql`
    insert into pgboss.job (name, data, retry_limit, retry_delay, expire_seconds, heartbeat_seconds)
    values ('run-retention', '{}', 10, 1, 3600, 10)`);
}

/** Number of open runs, plus one until a run for `unknown_notifications` has ended. */
async function countOpenRuns({ database }: Stack): Promise<number> {
  const [row] = await database.rows<{ open: number }>(sql`
    select (count(*) filter (where ended_at is null)
      + case when bool_or(kind = 'unknown_notifications' and ended_at is not null) then 0 else 1 end
    )::int as open from retention_runs`);
  return row?.open ?? 1;
}

async function countRemovedRows({ database }: Stack): Promise<number> {
  const [row] = await database.rows<{ removed: number }>(sql`
    select coalesce(sum((removed->>'unknown_notifications')::int), 0)::int as removed
    from retention_runs where kind = 'unknown_notifications'`);
  return row?.removed ?? 0;
}
