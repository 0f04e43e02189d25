import { z } from 'zod';
import { readConfiguration } from '../config/configuration.ts';
import { appendAudit } from '../features/identity/audit/index.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import { listFailedJobs } from '../platform/jobs/queue-repository.ts';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { alignColumns, type Command, formatTime, withDatabase, withQueue } from './run-command.ts';

/** Lists jobs that failed permanently, and enqueues one again. */
export const command: Command = async (args, { print, env }) => {
  const parsed = parseArguments(args);
  await withDatabase(readConfiguration(env), (database) =>
    withQueue(database, async (jobs) => {
      if (parsed.kind === 'list') print(tableOf(await listFailedJobs(database, maxListedJobs)));
      else
        print(
          retryReport(parsed.id, await retryJob({ database, jobs, clock: systemClock }, parsed)),
        );
    }),
  );
};

const maxListedJobs = 200;
const maxReasonLength = 200;

const argumentsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('list') }),
  z.object({ kind: z.literal('retry'), id: z.uuid() }),
]);

export function parseArguments([verb, id, ...rest]: string[]): z.output<typeof argumentsSchema> {
  const parsed = argumentsSchema.safeParse({ kind: verb ?? 'list', id });
  if (parsed.success && rest.length === 0 && verb !== 'list') return parsed.data;
  throw new UsageInvalid(
    'Use zavet jobs to see which jobs failed permanently, or zavet jobs retry <id>.',
  );
}

/** Enqueues a failed job again. Returns false for an unknown id or job. */
export async function retryJob(
  deps: { database: Database; jobs: Pick<JobQueue, 'retryFailed'>; clock: Clock },
  { id }: { id: string },
): Promise<boolean> {
  if (!(await deps.jobs.retryFailed(id))) return false;
  await appendAudit(deps, { actor: { kind: 'command' }, act: 'job_retried', subject_id: id });
  return true;
}

/** The failed jobs as a table, the newest first. */
export function tableOf({ total, jobs }: Awaited<ReturnType<typeof listFailedJobs>>): string {
  if (total === 0) return 'No job failed permanently in the last 30 days.';
  const rows = jobs.map((one) => [
    one.id,
    one.job,
    formatTime(one.failed_at),
    String(one.times),
    String(one.tries),
    one.reason.slice(0, maxReasonLength),
  ]);
  const hidden = total - jobs.reduce((sum, { times }) => sum + times, 0);
  return [
    `Failed permanently in the last 30 days: ${total}.`,
    ...alignColumns([['id', 'job', 'last', 'times', 'tries', 'reason'], ...rows]),
    ...(hidden > 0 ? [`And ${hidden} more.`] : []),
  ].join('\n');
}

export function retryReport(id: string, isEnqueued: boolean): string {
  if (isEnqueued) return `Job ${id} is enqueued again.`;
  throw new CommandRefused(`There is no failed job ${id} that this program could do.`);
}
