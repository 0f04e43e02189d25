import type { SessionView } from '@zavet/contract/account/account-schemas';
import { fail } from '../../platform/failure.ts';
import type { Caller, Cookies } from '../../platform/http/route.ts';
import type { AccountParts } from './account-parts.ts';
import { findAccount, lockUser } from './account-repository.ts';
import { browserDigest, signUpCookie } from './account-requests.ts';
import { deleteUnusedLinks } from './link-repository.ts';
import { redeemLink } from './links.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { openSession } from './sign-in.ts';

/** Confirms an address. In the browser that signed up, it also signs in. */
export async function verifyEmail(
  parts: AccountParts,
  token: string,
  caller: Caller,
  cookies: Cookies,
): Promise<SessionView | null> {
  const { database, engine, clock } = parts;
  return database.transaction(async () => {
    const link = await redeemLink(parts, 'verify_email', token);
    await lockUser(database, link.user_id);
    const account = await findAccount(database, { id: link.user_id });
    if (!account || account.isVerified) return fail('link_invalid');
    await engine.markVerified(account.id);
    if (link.password_hash) await engine.setPassword(account.id, link.password_hash);
    await deleteUnusedLinks(database, account.id, 'verify_email');
    await recordSecurityEvent(database, account.id, 'email_verified', caller, clock.now());
    const browser = cookies.get(signUpCookie.name);
    cookies.clear(signUpCookie.name, { path: signUpCookie.path, sameSite: 'Strict' });
    const isSameBrowser = browser !== undefined && browserDigest(browser) === link.browser_digest;
    return isSameBrowser ? openSession(parts, account, caller, cookies) : null;
  });
}
