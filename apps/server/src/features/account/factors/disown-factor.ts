import type { Caller } from '../../../platform/http/route.ts';
import type { AccountDeps } from '../account-deps.ts';
import { endAllAccess } from '../end-all-access.ts';
import { redeemLink } from '../links.ts';

/**
 * The owner did not change that factor: somebody else is in the account and knows the password. The
 * page that asked with the mailed link gets the token for choosing a new one.
 */
export function disownFactor(deps: AccountDeps, token: string, caller: Caller): Promise<string> {
  return deps.database.transaction(async () => {
    const { user_id: userId, created_at: since } = await redeemLink(deps, 'disown_factor', token);
    const intrusion = { since, kind: 'factor_disowned' } as const;
    return deps.linkTokens.tokenOf(await endAllAccess(deps, userId, intrusion, caller));
  });
}
