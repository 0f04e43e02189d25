import type { SecondStepInput } from '@zavet/contract/account/factor-schemas';
import type { Context } from '../../../../../context.ts';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, Cookies } from '../../../../../platform/http/route.ts';
import { findAccount, isKnownDevice, lockUser } from '../../account-repository.ts';
import { recordSecurityEvent } from '../../security-event-repository.ts';
import { giveBackAttempt } from '../../sign-in-attempt-repository.ts';
import { failWrongCode } from '../codes/switch-codes.ts';
import { takeOwnCode } from '../codes/take-own-code.ts';
import { openProvenSession, type SignedIn } from '../open-proven-session.ts';
import { acceptPasskey, checkPasskey } from '../passkeys/use-passkey.ts';
import { takeRecoveryCode } from '../recovery-codes/take-recovery-code.ts';
import { forgetBegunSignIn, readBegunSignIn } from './begun-sign-in.ts';
import { type BegunSignIn, findBegunSignIn, takeBegunSignIn } from './begun-sign-in-repository.ts';
import { secondStepKey, takeSecondStepAttempt } from './second-step-throttle.ts';

/** Under the account's lock: whether what was given is right. It is used up then. */
type Prove = () => Promise<boolean>;

/** Finishes a sign-in whose password was right. Of several attempts at once, one succeeds. */
export async function takeSecondStep(
  ctx: Context,
  input: SecondStepInput,
  caller: Caller,
  cookies: Cookies,
): Promise<SignedIn> {
  const { database, clock } = ctx;
  const { begun, device } = await readBegunSignIn(ctx, cookies);
  const { user_id: userId } = begun;
  const prove = await proofOf(ctx, input, begun, caller);
  const signedIn = await database.transaction(async () => {
    await lockUser(database, userId);
    // A new password ends it, and so does another tab that was faster.
    const begunAt = clock.now();
    const current = await findBegunSignIn(database, begun.id, device.digest, begunAt);
    const account = await findAccount(database, { id: userId });
    if (!current || !account) return fail('second_step_over');
    if (!(await prove())) return undefined;
    await takeBegunSignIn(database, begun.id);
    forgetBegunSignIn(cookies);
    return openProvenSession(ctx, account, device, caller, cookies, begunAt);
  });
  if (signedIn) return signedIn;
  await recordSecurityEvent(database, userId, 'second_factor_failed', caller, clock.now());
  if ('passkey' in input) return fail('passkey_refused');
  if ('code' in input) return failWrongCode();
  return fail('wrong_recovery_code', { fields: { recovery_code: 'wrong_recovery_code' } });
}

async function proofOf(
  ctx: Context,
  input: SecondStepInput,
  { id, user_id: userId, device_digest }: BegunSignIn,
  caller: Caller,
): Promise<Prove> {
  if ('passkey' in input) {
    const use = { purpose: 'second_step', subject: id } as const;
    const checked = await checkPasskey(ctx, use, input.passkey);
    if (checked?.passkey.user_id !== userId) return async () => false;
    return () => acceptPasskey(ctx, checked, caller);
  }
  const { database } = ctx;
  const isKnown = await isKnownDevice(database, userId, device_digest);
  const key = secondStepKey(userId, isKnown ? device_digest : undefined);
  await takeSecondStepAttempt(ctx, userId, key);
  const take =
    'code' in input
      ? () => takeOwnCode(ctx, userId, input.code)
      : () => takeRecoveryCode(ctx, userId, input.recovery_code, caller);
  return async () => {
    const isRight = await take();
    if (isRight) await giveBackAttempt(database, key);
    return isRight;
  };
}
