import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';

export interface OperationDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue' | 'retryFailed'>;
  programVersion: string;
  knownMigrations: number;
  /** How delivery reports come in. */
  reportWays: readonly ('mailbox' | 'listener')[];
}
