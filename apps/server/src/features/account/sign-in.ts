import type { SessionView, signInInput } from '@zavet/contract/account/account-schemas';
import type { z } from 'zod';
import { fail } from '../../platform/failure.ts';
import type { Caller, Cookies } from '../../platform/http/route.ts';
import { orderMail } from '../../platform/mail/order-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import {
  type Account,
  findAccount,
  hasKnownDevices,
  isKnownDevice,
  lockUser,
} from './account-repository.ts';
import { newDevice } from './emails/security-mails.ts';
import { readDevice, rememberSignInDevice } from './known-device.ts';
import { createLink } from './links.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { grantAccess, writeSessionToken } from './session-cookies.ts';
import { createSession, markProven } from './session-repository.ts';
import { giveBackAttempt } from './sign-in-attempt-repository.ts';
import { takeSignInAttempt } from './sign-in-throttle.ts';

/**
 * Every refusal does the same work in the same order, so that a wrong password, an unknown
 * and an unconfirmed address take the same time.
 */
export async function signIn(
  deps: AccountDeps,
  input: z.output<typeof signInInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<SessionView> {
  const { database, clock } = deps;
  const device = readDevice(deps, cookies);
  const isKnown = device !== undefined && (await isKnownDevice(database, input.email, device));
  const attempt = await takeSignInAttempt(deps, input.email, isKnown ? device : undefined, caller);
  const account = await findAccount(database, { email: input.email });
  const isRight = await deps.passwords.matches(account?.passwordHash, input.password);
  if (!account || !isRight || !account.isVerified) {
    await recordSecurityEvent(database, account?.id ?? null, 'sign_in_failed', caller, clock.now());
    return fail(isRight ? 'email_not_verified' : 'invalid_credentials');
  }
  return database.transaction(async () => {
    // The password may have been changed, or the account deleted, while this one was compared.
    await lockUser(database, account.id);
    const current = await findAccount(database, { id: account.id });
    if (current?.passwordHash !== account.passwordHash) return fail('invalid_credentials');
    await giveBackAttempt(database, attempt);
    if (!isKnown) await tellOfNewDevice(deps, account, caller);
    const session = await openSession(deps, account, caller, cookies);
    await markProven(database, session.id, clock.now());
    return session.view;
  });
}

/** The first sign-in of an account is no news; from any other unknown browser it is. */
async function tellOfNewDevice(deps: AccountDeps, account: Account, caller: Caller): Promise<void> {
  if (!(await hasKnownDevices(deps.database, account.id))) return;
  const linkId = await createLink(deps, account.id, 'disown_sign_in', caller);
  await orderMail(deps, newDevice, { user_id: account.id, link_id: linkId });
}

/** Starts a session for someone who has proven who they are. */
export async function openSession(
  deps: AccountDeps,
  account: Pick<Account, 'id' | 'email' | 'language'>,
  caller: Caller,
  cookies: Cookies,
): Promise<{ id: string; view: SessionView }> {
  const { database, clock } = deps;
  const session = await createSession(database, account.id, caller, clock.now());
  await recordSecurityEvent(database, account.id, 'signed_in', caller, clock.now());
  await rememberSignInDevice(deps, cookies, account.id);
  writeSessionToken(deps, cookies, session.token);
  const view = grantAccess(deps, cookies, {
    id: session.id,
    user_id: account.id,
    email: account.email,
    preferred_language: account.language,
  });
  return { id: session.id, view };
}
