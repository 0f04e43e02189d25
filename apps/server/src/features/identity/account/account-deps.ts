import type { Editions } from '@zavet/contract/legal/editions';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { createLinkTokens, type LinkTokens } from '../../../platform/encryption/link-tokens.ts';
import { createOneTimeCodes, type OneTimeCodes } from '../../../platform/encryption/one-time-codes.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import { createValueSigner, type ValueSigner } from '../../../platform/encryption/signed-value.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { HashCost } from './argon2id.ts';
import { createPasskeyDoor, type PasskeyDoor } from './factors/passkeys/passkey-door.ts';
import {
  createRecoveryDigests,
  type RecoveryDigests,
} from './factors/recovery-codes/recovery-digests.ts';
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
  secondStepSigner: ValueSigner;
  /** With which owners sign in. */
  codes: OneTimeCodes;
  passkeyDoor: PasskeyDoor;
  recoveryDigests: RecoveryDigests;
  /** Called in the transaction that deletes an account, while it is still there. */
  accountLeaves(userId: string): Promise<void>;
  /** Called in the transaction that gives an account another address. */
  addressChanged(userId: string, email: string): Promise<void>;
  /** Called in the transaction that deletes an account. */
  accountDeleted(userId: string, at: Date): Promise<void>;
  contactEntries: ContactEntries;
  /** Every confirmed address of an owner. Told by the feature that keeps the second one. */
  ownerAddresses(
    userId: string,
  ): Promise<{ address: OwnerAddress; email: string; confirmed_at: Date | string | null }[]>;
  /** A start runs that only the signed-in owner can veto. Told by the feature that keeps starts. */
  mustSignInToVeto(userId: string): Promise<boolean>;
  /** Called when the last mail to the address of a deleted account has left. */
  forgetMailTo(email: string): Promise<void>;
}

/** The account's own address, or the second one for warnings. */
export type OwnerAddress = 'first' | 'second';

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
    | 'ownerAddresses'
    | 'mustSignInToVeto'
    | 'forgetMailTo'
  >,
  serviceKey: ServiceKey,
  publicUrl: string,
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
    secondStepSigner: createValueSigner(serviceKey, 'second-step-cookie'),
    codes: createOneTimeCodes(serviceKey, {
      key: 'owner-codes',
      place: 'owner-code',
      issuer: 'Zavet',
    }),
    passkeyDoor: createPasskeyDoor(serviceKey, publicUrl),
    recoveryDigests: createRecoveryDigests(serviceKey),
  };
}
