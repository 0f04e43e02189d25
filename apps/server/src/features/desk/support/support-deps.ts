import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import type { Vault } from '../../identity/owner-keys/index.ts';

/** What the use cases of this feature work with. */
export interface SupportDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue'>;
  log: Logger;
  vault: Vault;
  place: MailPlace;
}
