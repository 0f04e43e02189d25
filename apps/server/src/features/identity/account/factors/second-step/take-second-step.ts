import type { SecondStepInput } from '@zavet/contract/account/factor-schemas';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, Cookies } from '../../../../../platform/http/route.ts';
import type { AccountDeps } from '../../account-deps.ts';
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
  deps: AccountDeps,
  input: SecondStepInput,
  caller: Caller,
  cookies: Cookies,
): Promise<SignedIn> {
  const { database, clock } = deps;
  const { begun, device } = await readBegunSignIn(deps, cookies);
  const { user_id: userId } = begun;
  const prove = await proofOf(deps, input, begun, caller);
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
    return openProvenSession(deps, account, device, caller, cookies, begunAt);
  });
  if (signedIn) return signedIn;
  await recordSecurityEvent(database, userId, 'second_factor_failed', caller, clock.now());
  if ('passkey' in input) return fail('passkey_refused');
  if ('code' in input) return failWrongCode();
  return fail('wrong_recovery_code', { fields: { recovery_code: 'wrong_recovery_code' } });
}

async function proofOf(
  deps: AccountDeps,
  input: SecondStepInput,
  { id, user_id: userId, device_digest }: BegunSignIn,
  caller: Caller,
): Promise<Prove> {
  if ('passkey' in input) {
    const use = { purpose: 'second_step', subject: id } as const;
    const checked = await checkPasskey(deps, use, input.passkey);
    if (checked?.passkey.user_id !== userId) return async () => false;
    return () => acceptPasskey(deps, checked, caller);
  }
  const { database } = deps;
  const isKnown = await isKnownDevice(database, userId, device_digest);
  const key = secondStepKey(userId, isKnown ? device_digest : undefined);
  await takeSecondStepAttempt(deps, userId, key);
  const take =
    'code' in input
      ? () => takeOwnCode(deps, userId, input.code)
      : () => takeRecoveryCode(deps, userId, input.recovery_code, caller);
  return async () => {
    const isRight = await take();
    if (isRight) await giveBackAttempt(database, key);
    return isRight;
  };
}
