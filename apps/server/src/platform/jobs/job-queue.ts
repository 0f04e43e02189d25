import { sql } from 'drizzle-orm';
import { type ConstructorOptions, fromDrizzle, PgBoss, type Queue, systemClock } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { jobPoolSize } from '../database/postgres-connections.ts';
import { findNonIdField, type Job, type JobName, type RetryPolicy } from './job.ts';
import {
  failedJobsQueue,
  failedJobsRetentionSeconds,
  listIdenticalFailures,
} from './queue-repository.ts';
import { type JobMonitoring, runJobs } from './run-job.ts';

/** Also the interval at which finished jobs are removed. */
const finishedJobsRetentionSeconds = 3_600;

/** The queue must never drop a waiting job. */
export const waitingJobsRetentionSeconds = 10 * 365 * 24 * 3_600;

/** Jobs of a process that sends no heartbeat for this time are returned to the queue. */
const heartbeatSeconds = 10;

export interface JobQueue {
  /** Must be called before `start`. */
  register(jobs: readonly Job[]): void;
  registeredJobs(): readonly Job[];
  /** Adds a job, in the current transaction if there is one. */
  enqueue<Data extends object>(
    name: JobName<Data>,
    data: Data,
    options?: { startAfterSeconds?: number },
  ): Promise<void>;
  /** Enqueues a failed job again, in the current transaction. False for an unknown id or job. */
  retryFailed(id: string): Promise<boolean>;
  /** Opens the queue for enqueuing; with `runsJobs` also schedules and maintenance. */
  start(options: { runsJobs: boolean }): Promise<void>;
  /** Starts to run jobs, if started with `runsJobs`. */
  work(): Promise<void>;
  /** True if jobs can be enqueued and, with `runsJobs`, are run. */
  isReady(): boolean;
  /** Waits for running jobs until a timeout, then returns unfinished ones to the queue. */
  stop(): Promise<void>;
}

const supervisionSeconds = 5;

/**
 * pg-boss uses this clock for its waits. It is monotonic: with the system clock, pg-boss would
 * stall after that clock was set back.
 */
const monotonicClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/**
 * Interval at which pg-boss compares `monotonicClock` with the clock of the database, for
 * schedules.
 */
const clockSeconds = 30;

class JobQueueClosed extends Error {}

/**
 * True if the error means that the queue has not started, because the database has not been reached
 * yet.
 */
export function isQueueClosed(error: unknown): boolean {
  return error instanceof JobQueueClosed;
}

export function createJobQueue(
  database: Database,
  log: Logger,
  monitoring: JobMonitoring = {},
  /** At least a second. */
  stopTimeoutMs = 10_000,
): JobQueue {
  const connection = watchConnection();
  let isWorking = false;
  let boss: PgBoss | undefined;
  let jobs: readonly Job[] = [];
  let isWorker = false;

  return {
    register: (known) => {
      jobs = known;
    },
    registeredJobs: () => jobs,
    enqueue: async (name, data, { startAfterSeconds } = {}) => {
      if (!boss)
        throw new JobQueueClosed(`The job queue is not started; cannot enqueue ${name.name}.`);
      const field = findNonIdField(data);
      if (field !== undefined) throw new Error(`${name.name} must carry ids only, not ${field}.`);
      const policy = jobs.find((job) => job.name === name.name)?.policyOf?.(data);
      await boss.send(name.name, data, {
        db: fromDrizzle(database.db(), sql),
        startAfter: startAfterSeconds,
        ...(policy && { ...retryOptions(policy.retry), priority: policy.priority }),
      });
    },
    retryFailed: async (id) => {
      if (!boss) throw new JobQueueClosed(`The job queue is not started; cannot retry ${id}.`);
      const identical = await listIdenticalFailures(database, id);
      const db = fromDrizzle(database.db(), sql);
      const enqueued = await boss.redrive(failedJobsQueue, { ids: [id], db });
      // Identical failures need only one retry, so the others are deleted.
      if (enqueued > 0 && identical.length > 1) {
        await boss.deleteJob(failedJobsQueue, identical, { db });
      }
      return enqueued > 0;
    },
    start: async ({ runsJobs }) => {
      const opening = new PgBoss({ ...connectionOptions(database), ...roleOptions(runsJobs) });
      opening.on('error', (reported: unknown) => {
        const error = errorOf(reported);
        connection.record(error);
        log.error({ code: 'job_queue_failed', err: error }, 'job queue error');
      });
      opening.on('warning', (warning) =>
        log.warn({ code: 'job_queue_warning', warning }, 'job queue warning'),
      );
      try {
        await opening.start();
        await declareQueues(opening, jobs);
        if (runsJobs) await declareSchedules(opening, jobs);
      } catch (error) {
        await opening.stop({ graceful: false }).catch(() => {});
        throw error;
      }
      boss = opening;
      isWorker = runsJobs;
    },
    work: async () => {
      const open = boss;
      if (!open || !isWorker) return;
      for (const job of jobs) await runJobs(open, job, log, monitoring);
      isWorking = true;
    },
    isReady: () => boss !== undefined && (isWorking || !isWorker) && !connection.isLost(),
    stop: async () => {
      await boss?.stop({ graceful: true, timeout: stopTimeoutMs });
      boss = undefined;
    },
  };
}

function connectionOptions({ driver }: Database): ConstructorOptions {
  return {
    connectionString: driver.url,
    max: jobPoolSize,
    connectionTimeoutMillis: 5_000,
    ...deadConnectionOptions,
    // Behind a pooler, a restore detects running servers by these connections only.
    ...(driver.requests.isPooled && { idleTimeoutMillis: 0 }),
  };
}

/** Detects a database that disappeared without closing its connections. */
const deadConnectionOptions = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  query_timeout: 60_000,
};

/** Only workers run schedules and maintenance, and listen for new jobs. */
function roleOptions(runsJobs: boolean): ConstructorOptions {
  return {
    supervise: runsJobs,
    schedule: runsJobs,
    useListenNotify: runsJobs,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    maintenanceIntervalSeconds: finishedJobsRetentionSeconds,
    clockMonitorIntervalSeconds: clockSeconds,
    clock: monotonicClock,
  };
}

/** The library reports errors of its workers as plain objects. */
function errorOf(reported: unknown): Error {
  if (reported instanceof Error) return reported;
  const { message, code, stack } = (reported ?? {}) as Partial<Record<string, unknown>>;
  const error = new Error(typeof message === 'string' ? message : 'unknown');
  return Object.assign(error, { code, ...(typeof stack === 'string' && { stack }) });
}

/** Each kind of job polls on its own, so several losses within seconds mean a lost database. */
const maxLosses = 3;

const lossWindowMs = 10_000;

function watchConnection() {
  let losses: number[] = [];
  return {
    record: (error: unknown): void => {
      if (isDatabaseUnavailable(error)) losses = recentLosses(losses, performance.now());
    },
    isLost: (): boolean => isLosingConnections(losses, performance.now()),
  };
}

/** Returns the latest losses within the window, including a new one at `now`. */
export function recentLosses(losses: readonly number[], now: number): number[] {
  return [...losses, now].filter((at) => now - at < lossWindowMs).slice(-maxLosses);
}

export function isLosingConnections(losses: readonly number[], now: number): boolean {
  return losses.filter((at) => now - at < lossWindowMs).length >= maxLosses;
}

type QueueOptions = Omit<Queue, 'name'>;

/** Creates and updates the queues of all jobs. */
async function declareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  await declareQueue(boss, known, failedJobsQueue, {
    retentionSeconds: failedJobsRetentionSeconds,
    deleteAfterSeconds: finishedJobsRetentionSeconds,
  });
  for (const job of jobs) await declareQueue(boss, known, job.name, queueOptionsOf(job));
}

export async function declareSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, schedule } of jobs) {
    if (!schedule || known.get(name) === schedule) continue;
    // After downtime, or after a clock was set forward, one run makes up for all missed runs.
    await boss.schedule(name, schedule, {}, { tz: 'Europe/Moscow', missed: 'once' });
  }
}

function retryOptions({ limit, firstPauseSeconds, longestPauseSeconds }: RetryPolicy) {
  return {
    retryLimit: limit,
    retryDelay: firstPauseSeconds,
    retryDelayMax: longestPauseSeconds,
    retryBackoff: true,
  };
}

function queueOptionsOf({ retry, expireSeconds }: Job): QueueOptions {
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
  options: QueueOptions,
): Promise<void> {
  const existing = known.get(name);
  if (existing && isUpToDate(existing, options)) return;
  if (existing) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

function isUpToDate(queue: Queue, options: QueueOptions): boolean {
  return Object.entries(options).every(([name, value]) => queue[name as keyof Queue] === value);
}
