import type { RetryPolicy } from './retry-policies.ts';

/**
 * A kind of job. Its data are ids; the work is a use case that may run twice.
 */
export interface Job<Data extends object = object> {
  name: string;
  retry: RetryPolicy;
  /** Where orders differ: how this one is tried, and what goes first (higher before lower). */
  policyOf?(data: Data): { retry: RetryPolicy; priority: number };
  /** How many of them one process does at once, where one may keep the others waiting for long. */
  concurrency?: number;
  /**
   * How many of those are claimed together. With two or more a backlog is worked off without a
   * pause, because the queue only goes on at once after a full claim of several.
   */
  claimedTogether?: number;
  /** A job still running after this is taken for dead and tried again. */
  expireSeconds: number;
  /** Cron expression in Moscow time, for work that comes round by itself. */
  schedule?: string;
  run(data: Data, signal: AbortSignal): Promise<void>;
}

/** Names a kind of job for those who only enqueue it. */
export interface JobName<Data extends object> {
  readonly name: string;
  /** Carries the type of the data; never set. */
  readonly data?: Data;
}

export function jobName<Data extends object>(name: string): JobName<Data> {
  return { name };
}

export function job<Data extends object>(
  name: JobName<Data>,
  definition: Omit<Job<Data>, 'name'>,
): Job {
  return { name: name.name, ...definition } as unknown as Job;
}
