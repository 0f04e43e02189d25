import type { SessionView } from '@zavet/contract/account/account-schemas';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Cookies } from '../../../platform/http/route.ts';
import { confirmEmail, findAccount } from './account-repository.ts';
import { browserDigest, signUpCookie } from './account-requests.ts';
import { adoptSignUp } from './adopt-sign-up.ts';
import { deviceOf, writeDevice } from './known-device.ts';
import { deleteUnusedLinks } from './link-repository.ts';
import { accountLink } from './links.ts';
import { openSessionOf } from './open-session-repository.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { writeSession } from './session-cookies.ts';
import { readSignUp } from './sign-up.ts';

/** Confirms an address. In the browser that signed up, it also signs in. */
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
    if (link.sign_up) await adoptSignUp(ctx, account.id, readSignUp(link.sign_up));
    await deleteUnusedLinks(database, account.id, 'verify_email');
    await recordSecurityEvent(database, account.id, 'email_verified', caller, clock.now());
    const browser = cookies.get(signUpCookie.name);
    cookies.clear(signUpCookie.name, { path: signUpCookie.path, sameSite: 'Strict' });
    const isSameBrowser = browser !== undefined && browserDigest(browser) === link.browser_digest;
    if (!isSameBrowser) return null;
    const confirmed = (await findAccount(database, { id: account.id })) ?? account;
    const device = deviceOf(ctx, cookies);
    const opening = { userId: account.id, device: device.digest, caller, now: clock.now() };
    const session = await openSessionOf(database, opening);
    writeDevice(ctx, cookies, device);
    return writeSession(ctx, cookies, session, confirmed);
  });
}
