import type { SessionView, signInInput } from '@zavet/contract/identity/account-schemas';
import type { SecondStepView } from '@zavet/contract/identity/factor-schemas';
import type { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Cookies } from '../../../../platform/http/route.ts';
import { beginSecondStep } from '../factors/factor-sign-in.ts';
import { passwords } from '../passwords/passwords.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { enqueueAccountRequest } from '../sign-up/account-requests.ts';
import { deviceOf, notifyOfNewDevice, writeDeviceCookie } from './devices.ts';
import { findAccountAndClaimAttempt, openSessionByPassword } from './open-session-repository.ts';
import { writeSessionCookies } from './session-cookies.ts';
import { refuseSuspended } from './sessions.ts';
import { enforceAttemptLimit, signInKey } from './throttling.ts';

interface SignInResult {
  session: SessionView | null;
  second_step?: SecondStepView;
}

/**
 * Signs in with a password, or starts the second step. A wrong password and an unknown address
 * cause the same work, so both take the same time.
 */
export async function signIn(
  ctx: Context,
  { email, password }: z.output<typeof signInInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<SignInResult> {
  const { database, clock } = ctx;
  const device = deviceOf(ctx, cookies);
  const keys = { knownKey: signInKey(email, device.digest), otherKey: signInKey(email) };
  const query = { email, device: device.digest, ...keys, now: clock.now().toISOString() };
  const { account, isKnownDevice, attempt } = await findAccountAndClaimAttempt(database, query);
  const attemptKey = isKnownDevice ? keys.knownKey : keys.otherKey;
  await enforceAttemptLimit(ctx, attemptKey, attempt, () =>
    enqueueAccountRequest(ctx, caller, { kind: 'sign_in_warning', email }),
  );
  const isCorrect = await passwords(ctx).matches(account?.passwordHash, password);
  if (!account || !isCorrect || !account.isVerified) {
    await recordSecurityEvent(database, account?.id ?? null, 'sign_in_failed', caller, clock.now());
    return fail(isCorrect ? 'email_not_verified' : 'invalid_credentials');
  }
  if (account.hasSecondFactor) {
    const second_step = await beginSecondStep(ctx, account, attemptKey, device, caller, cookies);
    return { session: null, second_step };
  }
  const opening = { userId: account.id, device: device.digest, caller, now: clock.now() };
  const proof = { passwordHash: account.passwordHash, attemptKey };
  // Fails if the password or the account has changed during the comparison.
  const open = async () =>
    (await openSessionByPassword(database, opening, proof)) ?? fail('invalid_credentials');
  const session = isKnownDevice
    ? await open()
    : await database.transaction(async () => {
        await notifyOfNewDevice(ctx, account.id, caller, opening.now);
        return open();
      });
  await refuseSuspended(ctx, account.id, session);
  writeDeviceCookie(ctx, cookies, device);
  return { session: writeSessionCookies(ctx, cookies, session, account) };
}
