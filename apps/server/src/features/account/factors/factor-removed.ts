import type { AccountDeps } from '../account-deps.ts';
import type { EventOrigin } from '../security-event-repository.ts';
import { deleteFactorsSince, settleSecondFactor } from './factor-repository.ts';
import { closeWait } from './lost-device/wait-repository.ts';
import { deletePasskeysUsedSince } from './passkeys/passkey-repository.ts';
import { deleteRecoveryCodes } from './recovery-codes/recovery-code-repository.ts';
import { tellOfFactors } from './tell-of-factors.ts';

/** What follows when the owner removed a factor, in the same transaction. */
export async function factorRemoved(
  deps: AccountDeps,
  userId: string,
  kind: 'passkey_removed' | 'one_time_codes_off',
  caller: EventOrigin,
): Promise<void> {
  await settleWithoutFactors(deps, userId);
  await tellOfFactors(deps, userId, kind, caller, deps.clock.now());
}

/**
 * Somebody else was in the account from that moment on: what was added since goes, and so does every
 * passkey that was used since, because the person who used it has it.
 */
export async function removeFactorsSince(
  deps: AccountDeps,
  userId: string,
  since: Date,
): Promise<void> {
  await deleteFactorsSince(deps.database, userId, since);
  await deletePasskeysUsedSince(deps.database, userId, since);
  await settleWithoutFactors(deps, userId);
}

/** Once the last factor is gone, recovery codes stand in for nothing, and no wait has anything to end. */
async function settleWithoutFactors(
  { database, clock }: AccountDeps,
  userId: string,
): Promise<void> {
  const now = clock.now();
  if (await settleSecondFactor(database, userId, now)) return;
  await deleteRecoveryCodes(database, userId);
  await closeWait(database, userId, 'removed', now);
}
