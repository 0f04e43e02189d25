import type { Caller } from '../../../platform/http/route.ts';
import type { AccountDeps } from './account-deps.ts';
import { endAllAccess } from './end-all-access.ts';
import { redeemLink } from './links.ts';

/** Disowns a sign-in with its mailed link. Gives the token for a new password, which removes no factor. */
export function disownSignIn(deps: AccountDeps, token: string, caller: Caller): Promise<string> {
  return deps.database.transaction(async () => {
    const { user_id: userId, created_at: since } = await redeemLink(deps, 'disown_sign_in', token);
    const intrusion = { since, kind: 'sign_in_disowned' } as const;
    return deps.linkTokens.tokenOf(await endAllAccess(deps, userId, intrusion, caller));
  });
}
