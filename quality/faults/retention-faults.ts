import { sql } from 'drizzle-orm';
import type { Stack } from './stack.ts';
import { type Fault, until } from './trial.ts';

const planted = 1_200;

/** The worker dies in the middle of a nightly run, before or after a batch is committed. */
export function retentionFaults(): Fault[] {
  return ['retention.before_commit', 'retention.batch_done'].map((point) => ({
    name: `retention, worker at ${point}`,
    comesBack: false,
    happen: async ({ stack, broken }) => {
      await plant(stack);
      stack.worker.dieAt({ point, passing: 2 });
      await orderRun(stack);
      await stack.worker.death();
      broken();
      await stack.fix();
      await until(async () => (await openRuns(stack)) === 0);
      const removed = await removedBy(stack);
      if (removed !== planted) throw new Error(`${removed} of ${planted} were removed`);
    },
  }));
}

/** Old rows enough for three batches. */
async function plant({ database }: Stack): Promise<void> {
  await database.rows(sql`delete from retention_runs`);
  await database.rows(sql`
    insert into strange_notifications (id, event, object_id, created_at)
    select gen_random_uuid(), 'payment.succeeded', gen_random_uuid()::text, now() - interval '40 days'
    from generate_series(1, ${planted}::int)`);
}

async function orderRun({ database }: Stack): Promise<void> {
  await database.rows(sql`
    insert into pgboss.job (name, data, retry_limit, retry_delay, expire_seconds, heartbeat_seconds)
    values ('run-retention', '{}', 10, 1, 3600, 10)`);
}

/** Kinds whose run has not ended; before the first has begun, one. */
async function openRuns({ database }: Stack): Promise<number> {
  const [row] = await database.rows<{ open: number }>(sql`
    select (count(*) filter (where ended_at is null)
      + case when bool_or(kind = 'strange_notifications' and ended_at is not null) then 0 else 1 end
    )::int as open from retention_runs`);
  return row?.open ?? 1;
}

async function removedBy({ database }: Stack): Promise<number> {
  const [row] = await database.rows<{ removed: number }>(sql`
    select coalesce(sum((removed->>'strange_notifications')::int), 0)::int as removed
    from retention_runs where kind = 'strange_notifications'`);
  return row?.removed ?? 0;
}
