import type { SecondStepView } from '@zavet/contract/account/factor-schemas';
import { factorTimings } from '@zavet/contract/timings';
import type { Context } from '../../../../../context.ts';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, Cookies } from '../../../../../platform/http/route.ts';
import { newId } from '../../../../../platform/new-id.ts';
import { type Account, findAccount, lockUser } from '../../account-repository.ts';
import { type Device, writeDevice } from '../../known-device.ts';
import { recordSecurityEvent } from '../../security-event-repository.ts';
import { giveBackAttempt } from '../../sign-in-attempt-repository.ts';
import { findAuthenticator } from '../codes/authenticator-repository.ts';
import { findOpenWait } from '../lost-device/wait-repository.ts';
import { passkeyDoor } from '../passkeys/passkey-door.ts';
import { listPasskeys } from '../passkeys/passkey-repository.ts';
import { countRecoveryCodes } from '../recovery-codes/recovery-code-repository.ts';
import { writeBegunSignIn } from './begun-sign-in.ts';
import { putBegunSignIn } from './begun-sign-in-repository.ts';

/** The password was right, and the account asks for more. Nobody is signed in yet. */
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
    // The password may have been changed while this one was compared.
    if (!account || account.passwordHash !== passwordHash) return fail('invalid_credentials');
    await giveBackAttempt(database, attemptKey);
    const created_at = clock.now();
    const expires_at = new Date(created_at.getTime() + factorTimings.secondStep);
    const begun = { id, user_id: userId, device_digest: device.digest, created_at, expires_at };
    await putBegunSignIn(database, begun);
    await recordSecurityEvent(database, userId, 'second_step_asked', caller, created_at);
  });
  writeDevice(ctx, cookies, device);
  writeBegunSignIn(ctx, cookies, id);
  return viewOf(ctx, userId, id);
}

async function viewOf(ctx: Context, userId: string, begunId: string): Promise<SecondStepView> {
  const { database, clock } = ctx;
  const passkeys = await listPasskeys(database, userId);
  const use = { purpose: 'second_step', subject: begunId } as const;
  const authenticator = await findAuthenticator(database, userId);
  const wait = await findOpenWait(database, userId);
  return {
    passkey: passkeys.length > 0 ? passkeyDoor(ctx).request(use, passkeys, clock.now()) : null,
    has_codes: Boolean(authenticator?.confirmed_at),
    has_recovery_codes: (await countRecoveryCodes(database, userId)) > 0,
    lost_device_until: wait?.ends_at ?? null,
  };
}
