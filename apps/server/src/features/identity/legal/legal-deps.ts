import type { Editions } from '@zavet/contract/legal/editions';
import type { PriceEditions } from '@zavet/contract/prices';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';

/** What the use cases of this feature work with. */
export interface LegalDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue'>;
  log: Logger;
  place: MailPlace;
  editions: Editions;
  prices: PriceEditions;
  /** Who runs the service, in their own words. */
  operator: string | undefined;
  /** How many trusted contacts an owner may name; 0 for no limit. */
  maxContacts: number;
}
