import { limits } from '@zavet/contract/limits';
import type { Context } from '../../../../../context.ts';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../../platform/http/route.ts';
import { changeFactors } from '../change-factors.ts';
import { hasSecondFactor } from '../factor-repository.ts';
import { tellOfFactors } from '../tell-of-factors.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './recovery-code-repository.ts';
import { newRecoveryCode, recoveryDigests, writtenRecoveryCode } from './recovery-digests.ts';

/** New codes in place of those from before. They are readable in this answer, and never again. */
export async function makeRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  const { database, clock } = ctx;
  const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode);
  await deleteRecoveryCodes(database, userId);
  const digests = codes.map((code) => recoveryDigests(ctx).digestOf(userId, code));
  await insertRecoveryCodes(database, userId, digests, clock.now());
  return codes.map(writtenRecoveryCode);
}

/** The owner asks for new ones. */
export function renewRecoveryCodes(ctx: Context, owner: Owner, caller: Caller): Promise<string[]> {
  return changeFactors(ctx, owner, caller, async ({ id }) => {
    if (!(await hasSecondFactor(ctx.database, id))) fail('second_factor_missing');
    await tellOfFactors(ctx, id, 'recovery_codes_made', caller, ctx.clock.now());
    return makeRecoveryCodes(ctx, id);
  });
}
