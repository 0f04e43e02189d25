import { limits } from '@zavet/contract/limits';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../../platform/http/route.ts';
import type { AccountDeps } from '../../account-deps.ts';
import { changeFactors } from '../change-factors.ts';
import { hasSecondFactor } from '../factor-repository.ts';
import { tellOfFactors } from '../tell-of-factors.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './recovery-code-repository.ts';
import { newRecoveryCode, writtenRecoveryCode } from './recovery-digests.ts';

/** New codes in place of those from before. They are readable in this answer, and never again. */
export async function makeRecoveryCodes(deps: AccountDeps, userId: string): Promise<string[]> {
  const { database, clock, recoveryDigests } = deps;
  const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode);
  await deleteRecoveryCodes(database, userId);
  const digests = codes.map((code) => recoveryDigests.digestOf(userId, code));
  await insertRecoveryCodes(database, userId, digests, clock.now());
  return codes.map(writtenRecoveryCode);
}

/** The owner asks for new ones. */
export function renewRecoveryCodes(
  deps: AccountDeps,
  owner: Owner,
  caller: Caller,
): Promise<string[]> {
  return changeFactors(deps, owner, caller, async ({ id }) => {
    if (!(await hasSecondFactor(deps.database, id))) fail('second_factor_missing');
    await tellOfFactors(deps, id, 'recovery_codes_made', caller, deps.clock.now());
    return makeRecoveryCodes(deps, id);
  });
}
