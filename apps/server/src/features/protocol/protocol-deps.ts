import type { PriceEditions } from '@zavet/contract/prices';
import type { ActivationMode } from '@zavet/contract/protocol/request-values';
import type { Logger } from 'pino';
import type { Checkpoint } from '../../platform/checkpoint.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { LinkTokens } from '../../platform/encryption/link-tokens.ts';
import type { ServiceKey } from '../../platform/encryption/service-key.ts';
import type { ValueSigner } from '../../platform/encryption/signed-value.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { MailPost } from '../../platform/mail/send-mail.ts';
import type { Pins } from '../identity/account/index.ts';
import type { InstructionDeps } from '../vault/instructions/index.ts';
import type { Vault } from '../identity/owner-keys/index.ts';

/** What the use cases of this feature work with. */
export interface ProtocolDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue'>;
  log: Logger;
  vault: Vault;
  pins: Pins;
  serviceKey: ServiceKey;
  linkTokens: LinkTokens;
  /** Signs the cookie of a recipient who has opened a link. */
  sessionSigner: ValueSigner;
  post: MailPost;
  instructions: InstructionDeps;
  /** Whether operators look at documents before every start. */
  mode: ActivationMode;
  checkpoint: Checkpoint;
  prices: PriceEditions;
}
