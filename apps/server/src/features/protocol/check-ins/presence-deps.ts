import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { LinkTokens } from '../../../platform/encryption/link-tokens.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';

/** What the use cases of this feature work with. */
export interface PresenceDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue'>;
  log: Logger;
  linkTokens: LinkTokens;
}
