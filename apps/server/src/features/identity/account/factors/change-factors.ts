import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import type { Account } from '../account-repository.ts';
import { withProvenPassword } from '../prove-password.ts';
import { findFactorProofTime } from '../session-repository.ts';
import { isProven } from '../session-rules.ts';

/**
 * Adds or removes a factor under the account's lock. The first one needs a fresh proof of any kind;
 * once there is one, the proof has to be a factor: a thief who knows the password changes none.
 */
export function changeFactors<Result>(
  ctx: Context,
  owner: Owner,
  caller: Caller,
  change: (account: Account) => Promise<Result>,
): Promise<Result> {
  return withProvenPassword(ctx, owner, undefined, caller, async (account) => {
    if (account.hasSecondFactor) await requireFactorProof(ctx, owner);
    return change(account);
  });
}

async function requireFactorProof(
  { database, clock }: Context,
  { session_id }: Owner,
): Promise<void> {
  const provenAt = await findFactorProofTime(database, session_id);
  if (!isProven('fresh', provenAt, clock.now())) fail('factor_proof_required');
}
