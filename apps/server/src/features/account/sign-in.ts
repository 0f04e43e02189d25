import type { SessionView, signInInput } from '@zavet/contract/account/account-schemas';
import type { z } from 'zod';
import { fail } from '../../platform/failure.ts';
import type { Caller, Cookies } from '../../platform/http/route.ts';
import { orderMail } from '../../platform/mail/order-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import { hasKnownDevices, lockUser } from './account-repository.ts';
import { takeRequest } from './account-requests.ts';
import { followAttempt } from './attempts.ts';
import { newDevice } from './emails/security-mails.ts';
import { deviceOf, writeDevice } from './known-device.ts';
import { createLink } from './links.ts';
import { openSessionByPassword } from './open-session-repository.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { writeSession } from './session-cookies.ts';
import { beginSignIn } from './sign-in-repository.ts';
import { attemptsKey } from './sign-in-throttle.ts';

/**
 * Every refusal does the same work in the same order, so that a wrong password, an unknown
 * and an unconfirmed address take the same time.
 */
export async function signIn(
  deps: AccountDeps,
  { email, password }: z.output<typeof signInInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<SessionView> {
  const { database, clock } = deps;
  const device = deviceOf(deps, cookies);
  const keys = { knownKey: attemptsKey(email, device.digest), otherKey: attemptsKey(email) };
  const query = { email, device: device.digest, ...keys, now: clock.now().toISOString() };
  const { account, isKnownDevice, attempt } = await beginSignIn(database, query);
  const attemptKey = isKnownDevice ? keys.knownKey : keys.otherKey;
  await followAttempt(deps, attemptKey, attempt, () =>
    takeRequest(deps, caller, { kind: 'sign_in_warning', email }),
  );
  const isRight = await deps.passwords.matches(account?.passwordHash, password);
  if (!account || !isRight || !account.isVerified) {
    await recordSecurityEvent(database, account?.id ?? null, 'sign_in_failed', caller, clock.now());
    return fail(isRight ? 'email_not_verified' : 'invalid_credentials');
  }
  const opening = { userId: account.id, device: device.digest, caller, now: clock.now() };
  const proof = { passwordHash: account.passwordHash, attemptKey };
  // The password may have been changed, or the account deleted, while this one was compared.
  const open = async () =>
    (await openSessionByPassword(database, opening, proof)) ?? fail('invalid_credentials');
  const session = isKnownDevice
    ? await open()
    : await database.transaction(async () => {
        await tellOfNewDevice(deps, account.id, caller);
        return open();
      });
  writeDevice(deps, cookies, device);
  return writeSession(deps, cookies, session, account);
}

/** The first sign-in of an account is no news; from any other unknown browser it is. */
async function tellOfNewDevice(deps: AccountDeps, userId: string, caller: Caller): Promise<void> {
  // Of two first sign-ins at once the second is news.
  await lockUser(deps.database, userId);
  if (!(await hasKnownDevices(deps.database, userId))) return;
  const linkId = await createLink(deps, userId, 'disown_sign_in', caller);
  await orderMail(deps, newDevice, { user_id: userId, link_id: linkId });
}
