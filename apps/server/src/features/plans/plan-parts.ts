import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { MailPlace } from '../../platform/mail/mail-place.ts';
import type { MailTransport } from '../../platform/mail/mail-transport.ts';

/** Removes the newest files of an owner until at most so many bytes are left; says how many went. */
export type RemoveNewestFiles = (userId: string, bytesLeft: number) => Promise<number>;

export interface PlanParts {
  database: Database;
  clock: Clock;
  jobs: JobQueue;
  log: Logger;
  transport: MailTransport;
  place: MailPlace;
  removeNewestFiles: RemoveNewestFiles;
}
