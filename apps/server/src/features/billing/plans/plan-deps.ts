import type { PriceEditions } from '@zavet/contract/prices';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import type { RemovalFacts } from './removal-rules.ts';

/** What becomes of an owner's files for which there is no room any more; jobs and rows hold ids only. */
interface FilesAboveLimit {
  /** Removes the newest until at most so many bytes are left; says how many, and how to ask which. */
  removeNewest(userId: string, bytesLeft: number): Promise<{ removal_id: string; files: number }>;
  leavingNames(userId: string): Promise<string[]>;
  removedNames(userId: string, removalId: string): Promise<string[]>;
}

export interface PlanDeps {
  database: Database;
  clock: Clock;
  jobs: JobQueue;
  log: Logger;
  place: MailPlace;
  files: FilesAboveLimit;
  /** Every attempt to start an owner's protocol. Answered by the domain above, which keeps them. */
  listReleases(ownerId: string): Promise<RemovalFacts['releases']>;
  prices: PriceEditions;
}
