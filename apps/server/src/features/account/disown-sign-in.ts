import type { Caller } from '../../platform/http/route.ts';
import type { AccountDeps } from './account-deps.ts';
import { forgetDevices } from './account-repository.ts';
import { cancelPendingEmailChange } from './cancel-email-change.ts';
import { deleteUnusedLinks } from './link-repository.ts';
import { createLink, redeemLink } from './links.ts';
import { voidPassword } from './password-repository.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { deleteAllSessions } from './session-repository.ts';

/**
 * The owner did not sign in there: somebody else knows the password. Every session ends, the
 * password is void, and the page that asked gets the token for choosing a new one.
 */
export function disownSignIn(deps: AccountDeps, token: string, caller: Caller): Promise<string> {
  const { database, clock, linkTokens } = deps;
  return database.transaction(async () => {
    const { user_id: userId } = await redeemLink(deps, 'disown_sign_in', token);
    const now = clock.now();
    await voidPassword(database, userId, now);
    await deleteAllSessions(database, userId);
    await forgetDevices(database, userId);
    await cancelPendingEmailChange(deps, userId);
    await deleteUnusedLinks(database, userId, 'recover_password');
    await recordSecurityEvent(database, userId, 'sign_in_disowned', caller, now);
    return linkTokens.tokenOf(await createLink(deps, userId, 'recover_password', caller));
  });
}
