import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Vault } from '../../identity/owner-keys/index.ts';
import type { ImapSettings } from './imap/imap-settings.ts';
import type { InTurn } from './in-turn.ts';
import type { ReadingThread } from './reading/reading-thread.ts';

/** What the use cases of this feature work with. */
export interface MailboxDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue'>;
  log: Logger;
  vault: Vault;
  imap: ImapSettings;
  /** A mail may have thirty megabytes, and takes a multiple of that while it is read. */
  readInTurn: InTurn;
  /** A search opens everything that is listed. */
  searchInTurn: InTurn;
  readingThread: ReadingThread;
}
