import type { PgBoss, Queue } from 'pg-boss';
import type { Job, RetryPolicy } from './job.ts';
import { failedJobsQueue, failedJobsRetentionSeconds } from './queue-repository.ts';

type Options = Omit<Queue, 'name'>;

/** Also the interval at which finished jobs are removed. */
export const finishedJobsRetentionSeconds = 3_600;
/** The queue must never drop a waiting job. */
export const waitingJobsRetentionSeconds = 10 * 365 * 24 * 3_600;
/** Without a heartbeat, the jobs of a dead process are put back. */
const heartbeatSeconds = 10;

/** Creates and updates the queues of all jobs. */
export async function declareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  await declareQueue(boss, known, failedJobsQueue, {
    retentionSeconds: failedJobsRetentionSeconds,
    deleteAfterSeconds: finishedJobsRetentionSeconds,
  });
  for (const job of jobs) await declareQueue(boss, known, job.name, optionsOf(job));
}

export async function declareSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, schedule } of jobs) {
    if (!schedule || known.get(name) === schedule) continue;
    await boss.schedule(name, schedule, {}, { tz: 'Europe/Moscow' });
  }
}

export function retryOptions({ limit, firstPauseSeconds, longestPauseSeconds }: RetryPolicy) {
  return {
    retryLimit: limit,
    retryDelay: firstPauseSeconds,
    retryDelayMax: longestPauseSeconds,
    retryBackoff: true,
  };
}

function optionsOf({ retry, expireSeconds }: Job): Options {
  return {
    ...retryOptions(retry),
    expireInSeconds: expireSeconds,
    heartbeatSeconds,
    deleteAfterSeconds: finishedJobsRetentionSeconds,
    retentionSeconds: waitingJobsRetentionSeconds,
    deadLetter: failedJobsQueue,
    notify: true,
  };
}

async function declareQueue(
  boss: PgBoss,
  known: ReadonlyMap<string, Queue>,
  name: string,
  options: Options,
): Promise<void> {
  const existing = known.get(name);
  if (existing && isUpToDate(existing, options)) return;
  if (existing) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

function isUpToDate(queue: Queue, options: Options): boolean {
  return Object.entries(options).every(([name, value]) => queue[name as keyof Queue] === value);
}
