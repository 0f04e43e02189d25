import type { Logger } from 'pino';
import type { Checkpoint } from '../../../platform/checkpoint.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Bounce } from '../../../platform/mail/bounce.ts';
import type { ReturnAddresses } from '../../../platform/mail/return-address.ts';
import type { ImapAccess, ImapSettings } from '../mailbox/index.ts';

/** `unknown`: not a mail of this taker. `no_change`: its own, and nothing follows from the report. */
export type TakenBounce = 'recorded' | 'unknown' | 'no_change';

/** Does what follows from a report, in the transaction that settles it. */
export type BounceTaker = (bounce: Bounce) => Promise<TakenBounce>;

/** The mailbox that reports come to. */
export interface BounceMailbox {
  access: ImapAccess;
  folder: string;
  imap: ImapSettings;
}

/** What the use cases of this feature work with. */
export interface BounceDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue'>;
  log: Logger;
  serviceKey: ServiceKey;
  /** Undefined where nothing says to where reports should go. */
  returnAddresses: ReturnAddresses | undefined;
  mailbox: BounceMailbox | undefined;
  checkpoint: Checkpoint;
}
