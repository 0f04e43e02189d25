/** Every policy by its name, from the shortest to the longest. */
export const retryPolicies = {
  /** The next run of its schedule does the same work. */
  never: { limit: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 },
  /** What is still open afterwards is found by a job that comes round. */
  two_minutes: { limit: 3, firstPauseSeconds: 10, longestPauseSeconds: 60 },
  quarter_hour: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
  hour: { limit: 10, firstPauseSeconds: 5, longestPauseSeconds: 600 },
  seven_hours: { limit: 50, firstPauseSeconds: 1, longestPauseSeconds: 600 },
  /** Of mails: about a day. */
  usual: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
  two_days: { limit: 50, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
  /** Days, half a minute apart: for work that keeps account of its own tries. */
  every_half_minute: { limit: 10_000, firstPauseSeconds: 1, longestPauseSeconds: 30 },
  week: { limit: 36, firstPauseSeconds: 60, longestPauseSeconds: 6 * 3_600 },
  /** More than a week, an hour apart. */
  persistent: { limit: 200, firstPauseSeconds: 10, longestPauseSeconds: 3_600 },
  /** More tries than a week needs: `isFinal` of the mail decides when to give up. */
  until_final: { limit: 200, firstPauseSeconds: 60, longestPauseSeconds: 3 * 3_600 },
} satisfies Record<string, RetryPolicy>;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const moment = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;

/** A word that the program itself has chosen, such as `plan_bought`, `300mb` or `ru`. */
const word = /^([a-z]+|\d{1,4}[a-z]{1,3})([_-]([a-z]+|\d{1,4}[a-z]{0,3}))*$/;

const longestWord = 40;

const deepestLevel = 3;

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
  batchSize?: number;
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

/** How often a failed job is tried again, and after which pauses: each doubles, up to the longest. */
export interface RetryPolicy {
  limit: number;
  firstPauseSeconds: number;
  longestPauseSeconds: number;
}

export type RetryName = keyof typeof retryPolicies;

/**
 * Names the first field of a job's data that holds more than ids, moments, figures and words of the
 * program. Jobs lie in the queue in clear, also for a while after they are done, and in backups:
 * addresses, names, texts, codes and tokens are looked up when the job runs.
 */
export function findNonIdField(data: object): string | undefined {
  return find(data, '', 0);
}

function find(value: unknown, path: string, level: number): string | undefined {
  if (typeof value === 'object' && value !== null) {
    if (level > deepestLevel) return path;
    for (const [name, field] of Object.entries(value)) {
      const found = find(field, path === '' ? name : `${path}.${name}`, level + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return isPlain(value) ? undefined : path;
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  if (uuid.test(value) || moment.test(value)) return true;
  return value.length <= longestWord && word.test(value);
}
