import type { AccountDeps } from '../account-deps.ts';
import type { EventOrigin } from '../security-event-repository.ts';
import { hasSecondFactor, settleSecondFactor } from './factor-repository.ts';
import { makeRecoveryCodes } from './recovery-codes/make-recovery-codes.ts';
import { tellOfFactors } from './tell-of-factors.ts';

/**
 * What follows when a factor was added, in the same transaction. The first one brings recovery codes,
 * which are given back to be shown once.
 */
export async function factorAdded(
  deps: AccountDeps,
  userId: string,
  kind: 'passkey_added' | 'one_time_codes_on',
  caller: EventOrigin,
  at: Date,
): Promise<string[] | null> {
  const { database } = deps;
  const isFirst = !(await hasSecondFactor(database, userId));
  await settleSecondFactor(database, userId, at);
  await tellOfFactors(deps, userId, kind, caller, at);
  return isFirst ? makeRecoveryCodes(deps, userId) : null;
}
