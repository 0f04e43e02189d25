import type { PasskeyAssertion, ProofInput } from '@zavet/contract/identity/factor-schemas';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { endLostDeviceWait } from '../factors/lost-device.ts';
import { failWrongCode, redeemOneTimeCode } from '../factors/one-time-codes.ts';
import { acceptPasskey, checkPasskey } from '../factors/passkeys.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { releaseAttempt } from './attempt-repository.ts';
import { lockSignedInAccount, provePassword } from './proof.ts';
import { markFactorProven } from './session-repository.ts';
import { countProofAttempt } from './throttling.ts';

/** Records a proof of the owner's presence, by password, passkey or one-time code. */
export async function proveSession(ctx: Context, owner: Owner, input: ProofInput, caller: Caller) {
  if ('current_password' in input) await provePassword(ctx, owner, input.current_password, caller);
  else if ('code' in input) await proveByCode(ctx, owner, input.code, caller);
  else await proveByPasskey(ctx, owner, input.passkey, caller);
}

async function proveByCode(ctx: Context, owner: Owner, code: string, caller: Caller) {
  const attempt = await countProofAttempt(ctx, owner.user_id);
  const isProven = await prove(ctx, owner, caller, async () => {
    if (!(await redeemOneTimeCode(ctx, owner.user_id, code))) return false;
    await releaseAttempt(ctx.database, attempt);
    return true;
  });
  if (!isProven) failWrongCode();
}

async function proveByPasskey(
  ctx: Context,
  owner: Owner,
  assertion: PasskeyAssertion,
  caller: Caller,
) {
  const use = { purpose: 'proof', subject: owner.session_id } as const;
  const checked = await checkPasskey(ctx, use, assertion);
  const isProven = await prove(
    ctx,
    owner,
    caller,
    async () =>
      checked?.passkey.user_id === owner.user_id && (await acceptPasskey(ctx, checked, caller)),
  );
  if (!isProven) fail('passkey_refused');
}

/** A failed proof is committed too, with its security event. */
function prove(ctx: Context, owner: Owner, caller: Caller, redeem: () => Promise<boolean>) {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockSignedInAccount(ctx, owner);
    const now = clock.now();
    if (!(await redeem())) {
      await recordSecurityEvent(database, owner.user_id, 'second_factor_failed', caller, now);
      return false;
    }
    await markFactorProven(database, owner.session_id, now);
    await endLostDeviceWait(ctx, owner.user_id, 'factor_used', caller);
    return true;
  });
}
