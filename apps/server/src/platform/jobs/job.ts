/** Retries of a failed job. The pauses between them double from the first to the longest. */
export interface RetryPolicy {
  limit: number;
  firstPauseSeconds: number;
  longestPauseSeconds: number;
}

/** Ordered by total duration. */
export const retryPolicies = {
  /** For scheduled work that the next run repeats. */
  never: { limit: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 },
  /** For work that a scheduled job completes if all retries fail. */
  two_minutes: { limit: 3, firstPauseSeconds: 10, longestPauseSeconds: 60 },
  quarter_hour: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
  hour: { limit: 10, firstPauseSeconds: 5, longestPauseSeconds: 600 },
  seven_hours: { limit: 50, firstPauseSeconds: 1, longestPauseSeconds: 600 },
  /** For mails: about a day. */
  usual: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
  two_days: { limit: 50, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
  /** Several days, for work that counts its own attempts. */
  every_half_minute: { limit: 10_000, firstPauseSeconds: 1, longestPauseSeconds: 30 },
  week: { limit: 36, firstPauseSeconds: 60, longestPauseSeconds: 6 * 3_600 },
  /** More than a week, hourly. */
  persistent: { limit: 200, firstPauseSeconds: 10, longestPauseSeconds: 3_600 },
  /** More than a week: `isFinal` of the mail ends the retries. */
  until_final: { limit: 200, firstPauseSeconds: 60, longestPauseSeconds: 3 * 3_600 },
} satisfies Record<string, RetryPolicy>;

export type RetryName = keyof typeof retryPolicies;

/** A kind of job. Its data contain only ids. A job may run twice. */
export interface Job<Data extends object = object> {
  name: string;
  retry: RetryPolicy;
  /** Retry policy and priority for the given data. A higher priority runs first. */
  policyOf?(data: Data): { retry: RetryPolicy; priority: number };
  /** Maximum number of concurrent jobs per process, for jobs that may block others. */
  concurrency?: number;
  /** Number of jobs claimed together. After a full batch, the queue polls again immediately. */
  batchSize?: number;
  /** A job that still runs after this time counts as dead and is retried. */
  expireSeconds: number;
  /** Cron expression in Moscow time. */
  schedule?: string;
  run(data: Data, signal: AbortSignal): Promise<void>;
}

/** Name and data type of a job, to enqueue it. */
export interface JobName<Data extends object> {
  readonly name: string;
  /** Carries the type; never set. */
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

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const timestamp = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;
/** A constant of the program such as `plan_bought`, `300mb` or `ru`. */
const constantPattern = /^([a-z]+|\d{1,4}[a-z]{1,3})([_-]([a-z]+|\d{1,4}[a-z]{0,3}))*$/;
const maxConstantLength = 40;
const maxDepth = 3;

/**
 * Finds the first field of job data that is not an id, timestamp, number or constant. The queue and
 * backups store jobs unencrypted, so addresses, names, texts, codes and tokens are loaded when the
 * job runs.
 */
export function findNonIdField(data: object): string | undefined {
  return findFieldIn(data, '', 0);
}

function findFieldIn(value: unknown, path: string, level: number): string | undefined {
  if (typeof value === 'object' && value !== null) {
    if (level > maxDepth) return path;
    for (const [name, field] of Object.entries(value)) {
      const found = findFieldIn(field, path === '' ? name : `${path}.${name}`, level + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return isHarmless(value) ? undefined : path;
}

function isHarmless(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  if (uuid.test(value) || timestamp.test(value)) return true;
  return value.length <= maxConstantLength && constantPattern.test(value);
}
