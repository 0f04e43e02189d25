import { factorTimings } from '@zavet/contract/timings';
import { type Context, perContext } from '../../../../context.ts';
import { createOneTimeCodes } from '../../../../platform/encryption/tokens.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { releaseAttempt } from '../sessions/attempt-repository.ts';
import { countProofAttempt } from '../sessions/throttling.ts';
import {
  confirmAuthenticator,
  deleteAuthenticator,
  findAuthenticator,
  savePendingAuthenticator,
  updateLastStep,
} from './factor-repository.ts';
import { changeFactors, recordFactorAdded, recordFactorRemoved } from './factors.ts';

/** Operators' codes use a separate key. */
const oneTimeCodes = perContext(({ serviceKey }) =>
  createOneTimeCodes(serviceKey, { key: 'owner-codes', place: 'owner-code', issuer: 'Zavet' }),
);

/** Returns a new secret for the owner's app, pending until its first correct code. */
export function startCodeSetup(
  ctx: Context,
  owner: Owner,
  caller: Caller,
): Promise<{ secret: string; uri: string }> {
  const { database, clock } = ctx;
  return changeFactors(ctx, owner, caller, async ({ id, email }) => {
    const existing = await findAuthenticator(database, id);
    if (existing?.confirmed_at) fail('codes_already_on');
    const { sealed, secret, uri } = oneTimeCodes(ctx).newSecret(id, email);
    const created_at = clock.now();
    await savePendingAuthenticator(database, { user_id: id, secret: sealed, created_at });
    return { secret, uri };
  });
}

/**
 * Confirms the pending authenticator by its first code. Returns recovery codes if this is the first
 * factor.
 */
export async function confirmCodes(
  ctx: Context,
  owner: Owner,
  code: string,
  caller: Caller,
): Promise<string[] | null> {
  const { database, clock } = ctx;
  const attempt = await countProofAttempt(ctx, owner.user_id);
  return changeFactors(ctx, owner, caller, async ({ id }) => {
    const pending = await findAuthenticator(database, id);
    if (pending?.confirmed_at) fail('codes_already_on');
    const now = clock.now();
    const age = pending ? now.getTime() - pending.created_at.getTime() : Number.POSITIVE_INFINITY;
    if (!pending || age >= factorTimings.codeSetup) return fail('code_setup_ended');
    const step = oneTimeCodes(ctx).stepOf(id, pending.secret, code, null, now);
    if (step === undefined) return failWrongCode();
    await releaseAttempt(database, attempt);
    await confirmAuthenticator(database, id, step, now);
    return recordFactorAdded(ctx, owner, 'one_time_codes_on', caller, now);
  });
}

export async function removeCodes(ctx: Context, owner: Owner, caller: Caller): Promise<void> {
  await changeFactors(ctx, owner, caller, async ({ id }) => {
    if (!(await deleteAuthenticator(ctx.database, id))) fail('not_found');
    await recordFactorRemoved(ctx, id, 'one_time_codes_off', caller);
  });
}

export function failWrongCode(): never {
  return fail('wrong_one_time_code', { fields: { code: 'wrong_one_time_code' } });
}

/** Accepts each code once. The account must be locked. */
export async function redeemOneTimeCode(ctx: Context, userId: string, code: string) {
  const { database, clock } = ctx;
  const authenticator = await findAuthenticator(database, userId);
  if (!authenticator?.confirmed_at) return false;
  const { secret, last_step } = authenticator;
  const step = oneTimeCodes(ctx).stepOf(userId, secret, code, last_step, clock.now());
  if (step === undefined) return false;
  await updateLastStep(database, userId, step);
  return true;
}
