import type { Logger } from 'pino';
import type { Checkpoint } from '../../../platform/checkpoint.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { CapturedMailStore } from '../../../platform/mail/captured-mail-store.ts';
import type { AccountDeps } from '../../identity/account/index.ts';
import type { ProtocolDeps } from '../../protocol/index.ts';

/** What the use cases of this feature work with. */
export interface RetentionDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue'>;
  log: Logger;
  checkpoint: Checkpoint;
  /** Removes accounts, with everything that has to happen then. */
  account: AccountDeps;
  protocol: ProtocolDeps;
  /** Where mail is captured in place of being sent. */
  captured: Pick<CapturedMailStore, 'forgetBefore'> | undefined;
}
