import type { PgBoss, Queue } from 'pg-boss';
import type { Job, RetryPolicy } from './job.ts';
import { failedJobsQueue, failedJobsRetentionSeconds } from './queue-repository.ts';

type Options = Omit<Queue, 'name'>;

/** How long a finished job stays, and how often those whose time is over are removed. */
export const finishedJobsRetentionSeconds = 3_600;
/** A job waits until it is done or has failed, no matter how long: the queue must not drop it. */
export const waitingJobsRetentionSeconds = 10 * 365 * 24 * 3_600;
/** Jobs of a process that died are noticed by their missing heartbeat and put back. */
const heartbeatSeconds = 10;

/** Makes the queues as the jobs describe them; those that are so already cost nothing. */
export async function declareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  await makeQueue(boss, known, failedJobsQueue, {
    retentionSeconds: failedJobsRetentionSeconds,
    deleteAfterSeconds: finishedJobsRetentionSeconds,
  });
  for (const job of jobs) await makeQueue(boss, known, job.name, optionsOf(job));
}

/** A schedule is stored under its queue's name: another process finds it there. */
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

async function makeQueue(
  boss: PgBoss,
  known: ReadonlyMap<string, Queue>,
  name: string,
  options: Options,
): Promise<void> {
  const before = known.get(name);
  if (before && isDescribedBy(before, options)) return;
  if (before) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

function isDescribedBy(queue: Queue, options: Options): boolean {
  return Object.entries(options).every(([name, value]) => queue[name as keyof Queue] === value);
}
