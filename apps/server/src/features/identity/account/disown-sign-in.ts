import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { endAllAccess } from './end-all-access.ts';
import { redeemLink } from './links.ts';

/** Disowns a sign-in with its mailed link. Gives the token for a new password, which removes no factor. */
export function disownSignIn(ctx: Context, token: string, caller: Caller): Promise<string> {
  return ctx.database.transaction(async () => {
    const { user_id: userId, created_at: since } = await redeemLink(ctx, 'disown_sign_in', token);
    const intrusion = { since, kind: 'sign_in_disowned' } as const;
    return ctx.linkTokens.tokenOf(await endAllAccess(ctx, userId, intrusion, caller));
  });
}
