import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../../../platform/http/route.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { lockUser } from '../account-repository.ts';
import { cancelPendingEmailChange } from '../email-change/email-change-repository.ts';
import { disownFactorsSince, hasSecondFactor } from '../factors/factor-repository.ts';
import { endLostDeviceWait } from '../factors/lost-device.ts';
import { deleteUnusedLinks } from '../link-repository.ts';
import { accountLink, createLink } from '../links.ts';
import { voidPassword } from '../passwords/password-repository.ts';
import { findEventTime, recordSecurityEvent } from '../security-event-repository.ts';
import { deleteDevices } from './device-repository.ts';
import { clearSessionCookies } from './session-cookies.ts';
import { signInDisowned } from './session-mails.ts';
import { deleteAllSessions } from './session-repository.ts';

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
    return ctx.linkTokens.tokenOf(await disown(ctx, user_id, intrusion, caller));
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
    const link_id = await disown(ctx, user_id, intrusion, caller);
    await enqueueMail(ctx, signInDisowned, { user_id, link_id });
    return link_id;
  });
  clearSessionCookies(cookies);
  return linkTokens.tokenOf(linkId);
}

/**
 * Ends every way into the account that an intruder may have used since that moment: sessions end, the
 * password is void, and factors added since are disowned. No factor is removed: the caller may hold
 * nothing but the mailbox. In the caller's transaction, which has locked the account.
 */
export async function revokeAccessSince(
  ctx: Context,
  userId: string,
  since: Date,
  caller: Caller,
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  await disownFactorsSince(database, userId, since, now);
  await voidPassword(database, userId, now);
  await deleteAllSessions(database, userId);
  // Known browsers have their own count of wrong second steps: a mailbox alone does not reset it.
  const isGuarded = await hasSecondFactor(database, userId);
  await deleteDevices(database, userId, isGuarded ? since : undefined);
  await endLostDeviceWait(ctx, userId, 'password_changed', caller);
  await deleteUnusedLinks(database, userId, 'recover_password');
}

/** The same for a disowned sign-in or factor, with its event. Gives a link for a new password. */
async function disown(
  ctx: Context,
  userId: string,
  { since, kind }: { since: Date; kind: 'sign_in_disowned' | 'factor_disowned' },
  caller: Caller,
): Promise<string> {
  await revokeAccessSince(ctx, userId, since, caller);
  await cancelPendingEmailChange(ctx.database, userId, ctx.clock.now());
  await recordSecurityEvent(ctx.database, userId, kind, caller, ctx.clock.now());
  return createLink(ctx, userId, 'recover_password', caller);
}
