import { type Job, type JobName, job } from '../platform/jobs/job.ts';
import { type RetryName, retryPolicies } from '../platform/jobs/retry-policies.ts';

/**
 * What becomes of scheduled work when a developer lets days pass at once: it runs at the end of each
 * day, in the order of the table, or it waits for its time.
 */
type WhenDaysPass = 'runs' | 'waits' | (() => Promise<void>);

type Timing =
  | { schedule?: never }
  /** A cron expression in Moscow time. */
  | { schedule: string; whenDaysPass: WhenDaysPass };

type Row<Data extends object> = Timing &
  Omit<Job<Data>, 'name' | 'retry' | 'schedule'> & {
    /** What it is for, as docs/jobs.md says it. */
    purpose: string;
    retry: RetryName;
  };

/** A row of the table of jobs, as the queue takes it. */
export interface TableJob extends Job {
  purpose: string;
  retryName: RetryName;
  whenDaysPass: WhenDaysPass | undefined;
}

export function row<Data extends object>(
  name: JobName<Data>,
  { retry, ...declared }: Row<Data>,
): TableJob {
  const { purpose } = declared;
  const whenDaysPass = 'whenDaysPass' in declared ? declared.whenDaysPass : undefined;
  const known = job(name, { ...declared, retry: retryPolicies[retry] });
  return { ...known, purpose, retryName: retry, whenDaysPass };
}

/** Does what the end of a day brings. */
export async function endDay(table: readonly TableJob[]): Promise<void> {
  for (const { whenDaysPass, run } of table) {
    if (whenDaysPass === 'runs') await run({}, new AbortController().signal);
    else if (typeof whenDaysPass === 'function') await whenDaysPass();
  }
}
