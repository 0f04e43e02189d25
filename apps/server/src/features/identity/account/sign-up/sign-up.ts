import type { SessionView } from '@zavet/contract/identity/account-schemas';
import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Cookies } from '../../../../platform/http/route.ts';
import { type AccountRequest, confirmEmail, findAccount } from '../account-repository.ts';
import { saveConsents } from '../consent-repository.ts';
import { deleteUnusedLinks } from '../link-repository.ts';
import { accountLink } from '../links.ts';
import { setPassword } from '../passwords/password-repository.ts';
import { updateProfile } from '../profile/profile-repository.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { deviceOf, writeDeviceCookie } from '../sessions/devices.ts';
import { openSession } from '../sessions/open-session-repository.ts';
import { writeSessionCookies } from '../sessions/session-cookies.ts';
import { browserDigest, signUpCookie } from './account-requests.ts';

/**
 * Data of one sign-up. Several people may sign up with an unconfirmed address, so every link
 * carries its own sign-up, and the one whose link is opened applies.
 */
interface SignUp {
  password_hash: string;
  accepted: Record<string, string>;
  accepted_at: string;
  ip_address: string | null;
  user_agent: string | null;
  language: Locale;
}

export function signUpOf(request: AccountRequest): SignUp {
  const { preferred_language: language } = request;
  return {
    password_hash: request.password_hash ?? '',
    accepted: JSON.parse(request.accepted ?? '{}'),
    accepted_at: request.created_at.toISOString(),
    ip_address: request.ip_address,
    user_agent: request.user_agent,
    language: isLocale(language) ? language : defaultLocale,
  };
}

export function serializeSignUp(signUp: SignUp): string {
  return JSON.stringify(signUp);
}

export function parseSignUp(text: string): SignUp {
  return JSON.parse(text);
}

/** Stores password, consents and language of a sign-up in its account. */
export async function applySignUp({ database, clock }: Context, userId: string, signUp: SignUp) {
  await setPassword(database, userId, signUp.password_hash, clock.now());
  await saveConsents(database, userId, signUp.accepted, {
    accepted_at: new Date(signUp.accepted_at),
    ip_address: signUp.ip_address,
    user_agent: signUp.user_agent,
  });
  await updateProfile(database, userId, { preferred_language: signUp.language }, clock.now());
}

/** Confirms the address. Also signs in if the link is opened in the browser that signed up. */
export async function verifyEmail(
  ctx: Context,
  token: string,
  caller: Caller,
  cookies: Cookies,
): Promise<SessionView | null> {
  const { database, clock } = ctx;
  return accountLink('verify_email').act(ctx, token, async (link) => {
    const account = await findAccount(database, { id: link.user_id });
    if (!account || account.isVerified) return fail('link_invalid');
    await confirmEmail(database, account.id, clock.now());
    if (link.sign_up) await applySignUp(ctx, account.id, parseSignUp(link.sign_up));
    await deleteUnusedLinks(database, account.id, 'verify_email');
    await recordSecurityEvent(database, account.id, 'email_verified', caller, clock.now());
    const browser = cookies.get(signUpCookie.name);
    cookies.clear(signUpCookie.name, { path: signUpCookie.path, sameSite: 'Strict' });
    const isSameBrowser = browser !== undefined && browserDigest(browser) === link.browser_digest;
    if (!isSameBrowser) return null;
    const confirmed = (await findAccount(database, { id: account.id })) ?? account;
    const device = deviceOf(ctx, cookies);
    const opening = { userId: account.id, device: device.digest, caller, now: clock.now() };
    const session = await openSession(database, opening);
    writeDeviceCookie(ctx, cookies, device);
    return writeSessionCookies(ctx, cookies, session, confirmed);
  });
}
