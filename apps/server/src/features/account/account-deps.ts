import type { Editions } from '@zavet/contract/legal/editions';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { createLinkTokens, type LinkTokens } from '../../platform/encryption/link-tokens.ts';
import type { ServiceKey } from '../../platform/encryption/service-key.ts';
import { createValueSigner, type ValueSigner } from '../../platform/encryption/signed-value.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { HashCost } from './argon2id.ts';
import { createPasswords, createPins, type Passwords, type Pins } from './passwords.ts';

/** What the use cases of this feature work with. */
export interface AccountDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue'>;
  log: Logger;
  /** The documents that a sign-up accepts. */
  editions: Editions;
  passwords: Passwords;
  pins: Pins;
  linkTokens: LinkTokens;
  accessSigner: ValueSigner;
  sessionSigner: ValueSigner;
  deviceSigner: ValueSigner;
  /** Called in the transaction that deletes an account, while it is still there. */
  accountLeaves(userId: string): Promise<void>;
  /** Called in the transaction that gives an account another address. */
  addressChanged(userId: string, email: string): Promise<void>;
  /** Called in the transaction that deletes an account. */
  accountDeleted(userId: string, at: Date): Promise<void>;
  contactEntries: ContactEntries;
}

/** The contacts that this person is to others. Told by the feature that keeps them. */
export interface ContactEntries {
  /** The owners of these contacts: to be locked together with the person, before anything changes. */
  ownersOf(userId: string): Promise<string[]>;
  /** Called in the transaction that gives the person another address. */
  addressChanged(userId: string): Promise<void>;
  /** Called in the transaction that deletes the account, while it is still there. */
  accountLeaves(userId: string): Promise<void>;
}

export function createAccountDeps(
  platform: Pick<
    AccountDeps,
    | 'database'
    | 'clock'
    | 'jobs'
    | 'log'
    | 'editions'
    | 'accountLeaves'
    | 'addressChanged'
    | 'accountDeleted'
    | 'contactEntries'
  >,
  serviceKey: ServiceKey,
  hashCost?: HashCost,
): AccountDeps {
  return {
    ...platform,
    passwords: createPasswords(hashCost),
    pins: createPins(() => serviceKey.derive('pin'), hashCost),
    linkTokens: createLinkTokens(serviceKey),
    accessSigner: createValueSigner(serviceKey, 'access-cookie'),
    sessionSigner: createValueSigner(serviceKey, 'session-cookie'),
    deviceSigner: createValueSigner(serviceKey, 'device-cookie'),
  };
}
