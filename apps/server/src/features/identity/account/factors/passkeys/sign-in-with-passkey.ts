import type { PasskeyRequest, UsedPasskey } from '@zavet/contract/account/factor-schemas';
import type { Context } from '../../../../../context.ts';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, Cookies } from '../../../../../platform/http/route.ts';
import { findAccount, lockUser } from '../../account-repository.ts';
import { type Device, deviceOf, writeDevice } from '../../known-device.ts';
import { openProvenSession, type SignedIn } from '../open-proven-session.ts';
import { passkeyDoor } from './passkey-door.ts';
import { acceptPasskey, checkPasskey } from './use-passkey.ts';

const challengeFor = ({ digest }: Device) => ({ purpose: 'sign_in', subject: digest }) as const;

/** Says nothing about anybody: the person chooses among the passkeys of the device. */
export function offerPasskeySignIn(ctx: Context, cookies: Cookies): PasskeyRequest {
  const device = deviceOf(ctx, cookies);
  writeDevice(ctx, cookies, device);
  return passkeyDoor(ctx).request(challengeFor(device), [], ctx.clock.now());
}

/** A passkey is something the owner has, opened by something they know or are: both factors in one. */
export async function signInWithPasskey(
  ctx: Context,
  given: UsedPasskey,
  caller: Caller,
  cookies: Cookies,
): Promise<SignedIn> {
  const { database, clock } = ctx;
  const device = deviceOf(ctx, cookies);
  // Without the handle the device did not choose by itself, so it proves no discoverable passkey.
  if (given.response.userHandle === undefined) return fail('passkey_refused');
  const checked = await checkPasskey(ctx, challengeFor(device), given);
  if (!checked) return fail('passkey_refused');
  const signedIn = await database.transaction(async () => {
    const { user_id } = checked.passkey;
    await lockUser(database, user_id);
    const begunAt = clock.now();
    if (!(await acceptPasskey(ctx, checked, caller))) return undefined;
    const account = await findAccount(database, { id: user_id });
    return account && openProvenSession(ctx, account, device, caller, cookies, begunAt);
  });
  return signedIn ?? fail('passkey_refused');
}
