import { z } from 'zod';
import { appendAudit } from '../features/identity/audit/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { listFailedJobs } from '../platform/jobs/failed-jobs.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import { CommandRefused, UsageInvalid } from '../platform/process/refusals.ts';
import { aligned, moscowTime } from './report-table.ts';

const jobsOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('list') }),
  z.object({ kind: z.literal('retry'), id: z.uuid() }),
]);
export type JobsOrder = z.output<typeof jobsOrder>;

/** What the command is told: nothing, or which job is ordered again. */
export function jobsOrderOf([verb, id, ...rest]: string[]): JobsOrder {
  const order = jobsOrder.safeParse({ kind: verb ?? 'list', id });
  if (order.success && rest.length === 0 && verb !== 'list') return order.data;
  throw new UsageInvalid(
    'Use npm run jobs to see which jobs failed permanently, or npm run jobs -- retry <id>.',
  );
}

const listedAtOnce = 200;

export async function carryOutJobsOrder(
  deps: { database: Database; jobs: Pick<JobQueue, 'retryFailed'>; clock: Clock },
  order: JobsOrder,
): Promise<JobsOutcome> {
  if (order.kind === 'list') return { list: await listFailedJobs(deps.database, listedAtOnce) };
  const isOrdered = await deps.jobs.retryFailed(order.id);
  if (isOrdered) {
    await appendAudit(deps, {
      actor: { kind: 'command' },
      act: 'job_retried',
      subject_id: order.id,
    });
  }
  return { isOrdered };
}

type FailedJobs = Awaited<ReturnType<typeof listFailedJobs>>;
type JobsOutcome = { list: FailedJobs } | { isOrdered: boolean };

const longestReason = 200;

/** The failed jobs as a table, the newest first. */
export function tableOf({ total, jobs }: FailedJobs): string {
  if (total === 0) return 'No job failed permanently in the last 30 days.';
  const rows = jobs.map((one) => [
    one.id,
    one.job,
    moscowTime.format(one.failed_at),
    String(one.times),
    String(one.tries),
    one.reason.slice(0, longestReason),
  ]);
  const hidden = total - jobs.reduce((sum, { times }) => sum + times, 0);
  return [
    `Failed permanently in the last 30 days: ${total} (times of Moscow).`,
    ...aligned([['id', 'job', 'last', 'times', 'tries', 'reason'], ...rows]),
    ...(hidden > 0 ? [`And ${hidden} more.`] : []),
  ].join('\n');
}

/** What became of the order, in one sentence. */
export function sentenceOf(id: string, isOrdered: boolean): string {
  if (isOrdered) return `Job ${id} is ordered again.`;
  throw new CommandRefused(`There is no failed job ${id} that this program could do.`);
}
