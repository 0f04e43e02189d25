import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { lockUser } from './account-repository.ts';
import { signInDisowned } from './emails/privacy-mails.ts';
import { endAllAccess } from './end-all-access.ts';
import { accountLink } from './links.ts';
import { findEventTime } from './security-event-repository.ts';
import { clearSessionCookies } from './session-cookies.ts';

const disowned = { disown_sign_in: 'sign_in_disowned', disown_factor: 'factor_disowned' } as const;

/**
 * Disowns a sign-in or a change of factors with its mailed link. Gives the token for a new password, which
 * removes no factor.
 */
export function disownByLink(
  ctx: Context,
  purpose: keyof typeof disowned,
  token: string,
  caller: Caller,
): Promise<string> {
  return accountLink(purpose).act(ctx, token, async ({ user_id, created_at: since }) => {
    const intrusion = { since, kind: disowned[purpose] };
    return ctx.linkTokens.tokenOf(await endAllAccess(ctx, user_id, intrusion, caller));
  });
}

/**
 * The owner disowns a sign-in found in the log. The caller has just given a fresh proof and could change the
 * password as well, so the token for a new one is in the answer.
 * The mail has the same link, for a page that is closed too early, and for an owner who did not ask.
 */
export async function disownLoggedSignIn(
  ctx: Context,
  { user_id }: Owner,
  eventId: string,
  caller: Caller,
  cookies: Cookies,
): Promise<string> {
  const { database, linkTokens } = ctx;
  const linkId = await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) return fail('session_missing');
    const since = await findEventTime(database, user_id, eventId, 'signed_in');
    if (!since) return fail('not_found');
    const intrusion = { since, kind: 'sign_in_disowned' } as const;
    const link_id = await endAllAccess(ctx, user_id, intrusion, caller);
    await enqueueMail(ctx, signInDisowned, { user_id, link_id });
    return link_id;
  });
  clearSessionCookies(cookies);
  return linkTokens.tokenOf(linkId);
}
