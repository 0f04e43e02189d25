import type { Job as ClaimedJob, JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { describeError, type ErrorDescription } from '../observability/redaction.ts';
import type { Meter, Tracing } from '../observability/telemetry.ts';
import type { Job } from './job.ts';

export interface JobMonitoring {
  onError?(error: unknown): void;
  meter?: Meter | undefined;
  tracing?: Tracing | undefined;
}

/** Number of concurrent jobs per process, for a kind of job without its own `concurrency`. */
export const defaultBatchSize = 10;

/** Runs the jobs of a kind in batches; each job succeeds or fails on its own. */
export async function runJobs(
  boss: PgBoss,
  job: Job,
  log: Logger,
  monitoring: JobMonitoring,
): Promise<void> {
  await boss.work<object>(job.name, workOptions(job), (claimed) =>
    Promise.all(claimed.map((one) => runJob(job, one, log, monitoring))),
  );
}

/**
 * Returns the worker options. Without `concurrency`, a single worker claims the next batch after
 * all jobs of the previous batch have ended.
 */
export function workOptions({ concurrency, ...job }: Pick<Job, 'concurrency' | 'batchSize'>) {
  const batchSize = job.batchSize ?? (concurrency ? 1 : defaultBatchSize);
  return {
    batchSize,
    localConcurrency: concurrency ? concurrency / batchSize : 1,
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
  { onError, meter, tracing }: JobMonitoring,
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
    onError?.(error);
    meter?.jobEnded(job.name, 'failed', (performance.now() - startedAt) / 1_000);
    const facts = { job: job.name, job_id: id, owner_id: ownerIn(claimed.data), err: error };
    log.error({ code: 'job_failed', ...facts }, 'job failed');
    return { id, status: 'failed', output: { reason: reasonOf(error), codes: codesOf(error) } };
  }
}

function ownerIn(data: object | null): unknown {
  const { owner_id, user_id } = (data ?? {}) as { owner_id?: unknown; user_id?: unknown };
  return owner_id ?? user_id;
}

const maxReasonLength = 1_000;

/** Error and causes in one line, without secrets. */
function reasonOf(error: unknown): string {
  const causes = causesOf(error).map((one) =>
    [one.type, one.code, one.message].filter(Boolean).join(' '),
  );
  return causes.join(' < ').replace(/\s+/g, ' ').slice(0, maxReasonLength) || typeof error;
}

/**
 * Returns names and codes of an error and its causes, without messages, which may contain user
 * input or replies of other servers.
 */
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
