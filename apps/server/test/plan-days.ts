import { randomUUID } from 'node:crypto';
import { addDays, type Day, startOfMoscowDay } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { runDailyPlanTasks } from '../src/features/billing/plans/index.ts';
import {
  insertNotice,
  markNoticeAccepted,
  readPlan,
} from '../src/features/billing/plans/plan-repository.ts';
import { lockUser } from '../src/features/identity/account/index.ts';
import type { Database } from '../src/platform/database/database.ts';
import { hour } from './durations.ts';
import type { PayingProduct } from './payment-fixture.ts';

/** Moves the clock to the morning of a day without running jobs. */
export function moveClockTo({ clock }: PayingProduct, day: Day): void {
  clock.advance(startOfMoscowDay(day).getTime() + 5 * hour - clock.now().getTime());
}

/** Moves the clock to a day, and runs the daily tasks and the jobs that they enqueue. */
export async function runDay(product: PayingProduct, day: Day): Promise<void> {
  moveClockTo(product, day);
  await runDailyPlanTasks(product.ctx);
  await runQueuedJobs(product);
}

interface QueuedJob {
  id: string;
  name: string;
  data: object;
}

/** Runs each queued job once; failed jobs stay queued. */
export async function runQueuedJobs(
  product: Pick<PayingProduct, 'database' | 'jobs'>,
): Promise<void> {
  const queued = await product.database.rows<QueuedJob>(sql`
    select id, name, data from pgboss.job
    where name in ('mail', 'settle-payment') order by created_on, id`);
  for (const job of queued) {
    const isDone = await runJob(product, job).then(
      () => true,
      () => false,
    );
    if (isDone) await product.database.rows(sql`delete from pgboss.job where id = ${job.id}`);
  }
}

async function runJob(
  { jobs }: Pick<PayingProduct, 'jobs'>,
  { name, data }: QueuedJob,
): Promise<void> {
  const job = jobs.registeredJobs().find((one) => one.name === name);
  await job?.run(data, new AbortController().signal);
}

/** Records the notice of the next renewal as sent three days ahead. */
export function announceRenewal(database: Database, userId: string): Promise<void> {
  return database.transaction(async () => {
    // Locks the owner as the job does, because two jobs must not write the same row.
    await lockUser(database, userId);
    const { version, valid_until, price_kopecks } = await readPlan(database, userId);
    if (!valid_until || price_kopecks === null) return;
    const sentOn = addDays(valid_until, -3);
    const key = { user_id: userId, version, valid_until, amount_kopecks: price_kopecks };
    const id = randomUUID();
    await insertNotice(database, id, key, sentOn);
    await markNoticeAccepted(database, id, sentOn);
  });
}
