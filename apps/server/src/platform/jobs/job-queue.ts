import { sql } from 'drizzle-orm';
import {
  type Job as ClaimedJob,
  type ConstructorOptions,
  fromDrizzle,
  type JobResult,
  PgBoss,
} from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import type { Meter } from '../observability/meter.ts';
import { describeError, type ErrorDescription } from '../observability/redaction.ts';
import type { Tracing } from '../observability/tracing.ts';
import {
  declareQueues,
  declareSchedules,
  finishedJobsRetentionSeconds,
  retryOptions,
} from './declare-queues.ts';
import { findNonIdField, type Job, type JobName } from './job.ts';
import { failedJobsQueue, listIdenticalFailures } from './queue-repository.ts';

/** So many lost connections within so long are no accident of one of them. */
const many = 3;

const withinMs = 10_000;

export interface JobQueue {
  /** Names the jobs this product knows; before `start`. */
  register(jobs: readonly Job[]): void;
  /** What was named. */
  registered(): readonly Job[];
  /** Adds a job, in the current transaction if there is one. */
  enqueue<Data extends object>(
    name: JobName<Data>,
    data: Data,
    options?: { startAfterSeconds?: number },
  ): Promise<void>;
  /**
   * Orders a job again that failed permanently, in the current transaction if there is one; false when
   * there is none, or no such kind of job.
   */
  retryFailed(id: string): Promise<boolean>;
  /** Opens the queue for enqueuing; with `runsJobs` this process also keeps the schedules. */
  start(options: { runsJobs: boolean }): Promise<void>;
  /** Takes jobs from now on, where `start` was told that this process runs them. */
  work(): Promise<void>;
  /** Whether jobs can be ordered now, and are done where this process does them. */
  isReady(): boolean;
  /** Lets running jobs finish for a while, then puts them back. */
  stop(): Promise<void>;
}

/** Hears of failures, and watches every job. */
export interface JobWatch {
  hear?(error: unknown): void;
  meter?: Meter | undefined;
  tracing?: Tracing | undefined;
}

const supervisionSeconds = 5;

/** How many jobs of a kind without a concurrency of its own a process does at once. */
export const batchSize = 10;

class JobQueueClosed extends Error {}

/** Whether an error means that the queue is not started: the database has not been reached yet. */
export function isQueueClosed(error: unknown): boolean {
  return error instanceof JobQueueClosed;
}

export function createJobQueue(
  database: Database,
  log: Logger,
  watch: JobWatch = {},
  /** A second is the least. */
  stopTimeoutMs = 10_000,
): JobQueue {
  const troubles = createTroubles();
  let isAtWork = false;
  let boss: PgBoss | undefined;
  let jobs: readonly Job[] = [];
  let takesJobs = false;

  return {
    register: (known) => {
      jobs = known;
    },
    registered: () => jobs,
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
      const same = await listIdenticalFailures(database, id);
      const db = fromDrizzle(database.db(), sql);
      const ordered = await boss.redrive(failedJobsQueue, { ids: [id], db });
      // The same work is done once for all its failures.
      if (ordered > 0 && same.length > 1) await boss.deleteJob(failedJobsQueue, same, { db });
      return ordered > 0;
    },
    start: async ({ runsJobs }) => {
      const starting = new PgBoss({ ...connectionOptions(database), ...duties(runsJobs) });
      starting.on('error', (told: unknown) => {
        const error = errorOf(told);
        troubles.see(error);
        log.error({ code: 'job_queue_failed', err: error }, 'the job queue met an error');
      });
      starting.on('warning', (warning) =>
        log.warn({ code: 'job_queue_warning', warning }, 'the job queue warns'),
      );
      try {
        await starting.start();
        await declareQueues(starting, jobs);
        if (runsJobs) await declareSchedules(starting, jobs);
      } catch (error) {
        await starting.stop({ graceful: false }).catch(() => {});
        throw error;
      }
      boss = starting;
      takesJobs = runsJobs;
    },
    work: async () => {
      const open = boss;
      if (!open || !takesJobs) return;
      for (const job of jobs) {
        await work(open, job, log, watch);
      }
      isAtWork = true;
    },
    isReady: () => boss !== undefined && (isAtWork || !takesJobs) && !troubles.areMany(),
    stop: async () => {
      await boss?.stop({ graceful: true, timeout: stopTimeoutMs });
      boss = undefined;
    },
  };
}

function connectionOptions({ driver }: Database): ConstructorOptions {
  return {
    connectionString: driver.url,
    max: driver.jobPoolSize,
    connectionTimeoutMillis: 5_000,
    ...silenceEnds,
    // Behind a pooler these are the only connections by which a restore sees that we run.
    ...(driver.requests.isPooled && { idleTimeoutMillis: 0 }),
  };
}

/** A database that is gone without a word must not keep the queue waiting for it. */
const silenceEnds = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  query_timeout: 60_000,
};

/** Only workers keep the clock of schedules, clean up and listen for new jobs. */
function duties(runsJobs: boolean): ConstructorOptions {
  return {
    supervise: runsJobs,
    schedule: runsJobs,
    useListenNotify: runsJobs,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    maintenanceIntervalSeconds: finishedJobsRetentionSeconds,
  };
}

/**
 * Several jobs are claimed at once, and each is settled by its own result. The next ones are claimed
 * when all of them are done; with a concurrency of its own, when any is.
 */
async function work(boss: PgBoss, job: Job, log: Logger, watch: JobWatch): Promise<void> {
  await boss.work<object>(job.name, workOptions(job), (claimed) =>
    Promise.all(claimed.map((one) => runJob(job, one, log, watch))),
  );
}

export function workOptions({ concurrency, ...job }: Pick<Job, 'concurrency' | 'claimedTogether'>) {
  const together = job.batchSize ?? (concurrency ? 1 : batchSize);
  return {
    batchSize: together,
    localConcurrency: concurrency ? concurrency / together : 1,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 5,
  } as const;
}

async function runJob(
  job: Job,
  claimed: ClaimedJob<object>,
  log: Logger,
  { hear, meter, tracing }: JobWatch,
): Promise<JobResult> {
  const { id } = claimed;
  const startedAt = performance.now();
  const run = () => job.run(claimed.data, claimed.signal);
  const attributes = { 'zavet.job': job.name, 'zavet.job_id': id };
  try {
    await (tracing
      ? tracing.inSpan(`job ${job.name}`, { kind: 'consumer', attributes }, run)
      : run());
    const ms = Math.round(performance.now() - startedAt);
    meter?.jobEnded(job.name, 'done', ms / 1_000);
    log.debug({ code: 'job_done', job: job.name, job_id: id, ms }, 'job done');
    return { id, status: 'completed' };
  } catch (error) {
    hear?.(error);
    meter?.jobEnded(job.name, 'failed', (performance.now() - startedAt) / 1_000);
    const facts = { job: job.name, job_id: id, owner_id: ownerIn(claimed.data), err: error };
    log.error({ code: 'job_failed', ...facts }, 'a job failed');
    return { id, status: 'failed', output: { reason: reasonOf(error), codes: codesOf(error) } };
  }
}

/** The queue tells of errors of its workers by copies, which are no errors any more. */
function errorOf(told: unknown): Error {
  if (told instanceof Error) return told;
  const { message, code, stack } = (told ?? {}) as Partial<Record<string, unknown>>;
  const error = new Error(typeof message === 'string' ? message : 'unknown');
  return Object.assign(error, { code, ...(typeof stack === 'string' && { stack }) });
}

/** Whose job it is, where it names somebody. */
function ownerIn(data: object | null): unknown {
  const { owner_id, user_id } = (data ?? {}) as { owner_id?: unknown; user_id?: unknown };
  return owner_id ?? user_id;
}

const longestReason = 1_000;

/** One line without secrets, the innermost cause included: it names what was really wrong. */
function reasonOf(error: unknown): string {
  const causes = causesOf(error).map((one) =>
    [one.type, one.code, one.message].filter(Boolean).join(' '),
  );
  return causes.join(' < ').replace(/\s+/g, ' ').slice(0, longestReason) || typeof error;
}

/** The same without messages, which may hold what a person or another server wrote. */
function codesOf(error: unknown): string[] {
  const named = causesOf(error).flatMap(({ type, code }) => [type, ...(code ? [code] : [])]);
  return named.filter((name) => /^[\w.:-]{1,60}$/.test(name));
}

function causesOf(error: unknown): ErrorDescription[] {
  const causes: ErrorDescription[] = [];
  if (!(error instanceof Error)) return causes;
  for (let one: ErrorDescription | undefined = describeError(error); one; one = one.cause) {
    causes.push(one);
  }
  return causes;
}

/** Remembers how often the queue lost its database lately; every kind of job asks it by itself. */
function createTroubles(now: () => number = () => performance.now()) {
  let seen: number[] = [];
  return {
    see: (error: unknown): void => {
      if (isDatabaseUnavailable(error)) seen = recentLosses(seen, now());
    },
    areMany: (): boolean => isLosingConnections(seen, now()),
  };
}

/** The moments that still count, in milliseconds; no more than it takes to be many. */
export function recentLosses(troubles: readonly number[], now: number): number[] {
  return [...troubles, now].filter((at) => now - at < withinMs).slice(-many);
}

export function isLosingConnections(troubles: readonly number[], now: number): boolean {
  return troubles.filter((at) => now - at < withinMs).length >= many;
}
