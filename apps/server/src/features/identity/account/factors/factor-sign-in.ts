import type { SessionView } from '@zavet/contract/identity/account-schemas';
import type {
  PasskeyAssertion,
  PasskeyRequest,
  SecondStepInput,
  SecondStepView,
} from '@zavet/contract/identity/factor-schemas';
import { factorTimings } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Cookies } from '../../../../platform/http/route.ts';
import { newId } from '../../../../platform/ids.ts';
import { type Account, findAccount, lockUser } from '../account-repository.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { releaseAttempt } from '../sessions/attempt-repository.ts';
import { isKnownDevice } from '../sessions/device-repository.ts';
import {
  type Device,
  deviceOf,
  notifyOfNewDevice,
  writeDeviceCookie,
} from '../sessions/devices.ts';
import { openSession } from '../sessions/open-session-repository.ts';
import { writeSessionCookies } from '../sessions/session-cookies.ts';
import { markFactorProven } from '../sessions/session-repository.ts';
import { refuseSuspended } from '../sessions/sessions.ts';
import { countSecondStepAttempt, secondStepKey } from '../sessions/throttling.ts';
import {
  countRecoveryCodes,
  deletePendingSignIn,
  findAuthenticator,
  findPendingSignIn,
  type PendingSignIn,
  replacePendingSignIn,
} from './factor-repository.ts';
import { removeDisownedFactors } from './factors.ts';
import { endLostDeviceWait } from './lost-device.ts';
import { findOpenLostDeviceWait } from './lost-device-repository.ts';
import { failWrongCode, redeemOneTimeCode } from './one-time-codes.ts';
import { listPasskeys } from './passkey-repository.ts';
import { acceptPasskey, checkPasskey } from './passkeys.ts';
import {
  clearSecondStepCookie,
  requirePendingSignIn,
  writeSecondStepCookie,
} from './pending-sign-in.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';
import { webauthn } from './webauthn.ts';

const challengeFor = ({ digest }: Device) => ({ purpose: 'sign_in', subject: digest }) as const;

/** Starts the second step after a correct password. Opens no session yet. */
export async function beginSecondStep(
  ctx: Context,
  { id: userId, passwordHash }: Account,
  attemptKey: string,
  device: Device,
  caller: Caller,
  cookies: Cookies,
): Promise<SecondStepView> {
  const { database, clock } = ctx;
  const id = newId();
  await database.transaction(async () => {
    await lockUser(database, userId);
    const account = await findAccount(database, { id: userId });
    // The password may have changed during the comparison.
    if (!account || account.passwordHash !== passwordHash) return fail('invalid_credentials');
    await releaseAttempt(database, attemptKey);
    const created_at = clock.now();
    const expires_at = new Date(created_at.getTime() + factorTimings.secondStep);
    const pending = { id, user_id: userId, device_digest: device.digest, created_at, expires_at };
    await replacePendingSignIn(database, pending);
    await recordSecurityEvent(database, userId, 'second_step_asked', caller, created_at);
  });
  writeDeviceCookie(ctx, cookies, device);
  writeSecondStepCookie(ctx, cookies, id);
  return viewOf(ctx, userId, id);
}

async function viewOf(ctx: Context, userId: string, signInId: string): Promise<SecondStepView> {
  const { database, clock } = ctx;
  const passkeys = await listPasskeys(database, userId);
  const use = { purpose: 'second_step', subject: signInId } as const;
  const authenticator = await findAuthenticator(database, userId);
  const wait = await findOpenLostDeviceWait(database, userId);
  return {
    passkey: passkeys.length > 0 ? webauthn(ctx).createRequest(use, passkeys, clock.now()) : null,
    has_codes: Boolean(authenticator?.confirmed_at),
    has_recovery_codes: (await countRecoveryCodes(database, userId)) > 0,
    lost_device_until: wait?.ends_at ?? null,
  };
}

/** Opens the session. Of several concurrent attempts, one succeeds. */
export async function completeSecondStep(
  ctx: Context,
  input: SecondStepInput,
  caller: Caller,
  cookies: Cookies,
): Promise<SignedIn> {
  const { database, clock } = ctx;
  const { pending, device } = await requirePendingSignIn(ctx, cookies);
  const { user_id: userId } = pending;
  const redeem = await prepareRedemption(ctx, input, pending, caller);
  const signedIn = await database.transaction(async () => {
    await lockUser(database, userId);
    // Another tab or a new password may have ended the pending sign-in.
    const startedAt = clock.now();
    const current = await findPendingSignIn(database, pending.id, device.digest, startedAt);
    const account = await findAccount(database, { id: userId });
    if (!current || !account) return fail('second_step_expired');
    if (!(await redeem())) return undefined;
    await deletePendingSignIn(database, pending.id);
    clearSecondStepCookie(cookies);
    return openProvenSession(ctx, account, device, caller, cookies, startedAt);
  });
  if (signedIn) return signedIn;
  await recordSecurityEvent(database, userId, 'second_factor_failed', caller, clock.now());
  if ('passkey' in input) return fail('passkey_refused');
  if ('code' in input) return failWrongCode();
  return fail('wrong_recovery_code', { fields: { recovery_code: 'wrong_recovery_code' } });
}

/** Returns a function that redeems the proof, to be called with the account locked. */
async function prepareRedemption(
  ctx: Context,
  input: SecondStepInput,
  { id, user_id: userId, device_digest }: PendingSignIn,
  caller: Caller,
): Promise<() => Promise<boolean>> {
  if ('passkey' in input) {
    const use = { purpose: 'second_step', subject: id } as const;
    const checked = await checkPasskey(ctx, use, input.passkey);
    if (checked?.passkey.user_id !== userId) return async () => false;
    return () => acceptPasskey(ctx, checked, caller);
  }
  const { database } = ctx;
  const isKnown = await isKnownDevice(database, userId, device_digest);
  const key = secondStepKey(userId, isKnown ? device_digest : undefined);
  await countSecondStepAttempt(ctx, userId, key);
  const redeem =
    'code' in input
      ? () => redeemOneTimeCode(ctx, userId, input.code)
      : () => redeemRecoveryCode(ctx, userId, input.recovery_code, caller);
  return async () => {
    const isCorrect = await redeem();
    if (isCorrect) await releaseAttempt(database, key);
    return isCorrect;
  };
}

/**
 * Returns a request that reveals no account: the owner chooses among the passkeys of the device.
 */
export function startPasskeySignIn(ctx: Context, cookies: Cookies): PasskeyRequest {
  const device = deviceOf(ctx, cookies);
  writeDeviceCookie(ctx, cookies, device);
  return webauthn(ctx).createRequest(challengeFor(device), [], ctx.clock.now());
}

/** A passkey with user verification is two factors in one. */
export async function signInWithPasskey(
  ctx: Context,
  assertion: PasskeyAssertion,
  caller: Caller,
  cookies: Cookies,
): Promise<SignedIn> {
  const { database, clock } = ctx;
  const device = deviceOf(ctx, cookies);
  // Only discoverable passkeys return a user handle.
  if (assertion.response.userHandle === undefined) return fail('passkey_refused');
  const checked = await checkPasskey(ctx, challengeFor(device), assertion);
  if (!checked) return fail('passkey_refused');
  const signedIn = await database.transaction(async () => {
    const { user_id } = checked.passkey;
    await lockUser(database, user_id);
    const startedAt = clock.now();
    if (!(await acceptPasskey(ctx, checked, caller))) return undefined;
    const account = await findAccount(database, { id: user_id });
    return account && openProvenSession(ctx, account, device, caller, cookies, startedAt);
  });
  return signedIn ?? fail('passkey_refused');
}

interface SignedIn {
  session: SessionView;
  has_ended_waiting_period: boolean;
}

/**
 * Opens a session after both factors, and ends a waiting period for a lost device. The account must
 * be locked. `startedAt` is a time before the factor was used.
 */
async function openProvenSession(
  ctx: Context,
  account: Account,
  device: Device,
  caller: Caller,
  cookies: Cookies,
  startedAt: Date,
): Promise<SignedIn> {
  const { database, clock } = ctx;
  const isKnown = await isKnownDevice(database, account.id, device.digest);
  if (!isKnown) await notifyOfNewDevice(ctx, account.id, caller, startedAt);
  const now = clock.now();
  const opening = { userId: account.id, device: device.digest, caller, now };
  await removeDisownedFactors(ctx, account.id, caller);
  const session = await openSession(database, opening);
  await markFactorProven(database, session.id, now);
  await refuseSuspended(ctx, account.id, session);
  const has_ended_waiting_period = await endLostDeviceWait(ctx, account.id, 'factor_used', caller);
  writeDeviceCookie(ctx, cookies, device);
  return { session: writeSessionCookies(ctx, cookies, session, account), has_ended_waiting_period };
}
