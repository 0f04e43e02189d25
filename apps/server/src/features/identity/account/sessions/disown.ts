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
import { recoverPassword } from '../passwords/password-mails.ts';
import { voidPassword } from '../passwords/password-repository.ts';
import { findEventTime, recordSecurityEvent } from '../security-event-repository.ts';
import { deleteDevices } from './device-repository.ts';
import { clearSessionCookies } from './session-cookies.ts';
import { deleteAllSessions } from './session-repository.ts';

const eventByPurpose = {
  disown_sign_in: 'sign_in_disowned',
  disown_factor: 'factor_disowned',
} as const;

/** Disowns a sign-in or a factor by its mailed link. Returns the token for a new password. */
export function disownByLink(
  ctx: Context,
  purpose: keyof typeof eventByPurpose,
  token: string,
  caller: Caller,
): Promise<string> {
  return accountLink(purpose).act(ctx, token, async ({ user_id, created_at: since }) => {
    const linkId = await disown(ctx, user_id, { since, kind: eventByPurpose[purpose] }, caller);
    return ctx.linkTokens.tokenOf(linkId);
  });
}

/**
 * Disowns a sign-in found in the log. The caller has given a fresh proof and could also change the
 * password, so the response may contain the token for a new one. The mail repeats it and warns the
 * owner.
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
    const link_id = await disown(ctx, user_id, { since, kind: 'sign_in_disowned' }, caller);
    await enqueueMail(ctx, recoverPassword, { user_id, link_id, cause: 'sign_in_disowned' });
    return link_id;
  });
  clearSessionCookies(cookies);
  return linkTokens.tokenOf(linkId);
}

/**
 * Locks an intruder out: ends all sessions, voids the password and disowns factors added since
 * `since`. Removes no factor, because the caller may control only the mailbox. The account must be
 * locked.
 */
export async function revokeAccessSince(ctx: Context, userId: string, since: Date, caller: Caller) {
  const { database, clock } = ctx;
  const now = clock.now();
  await disownFactorsSince(database, userId, since, now);
  await voidPassword(database, userId, now);
  await deleteAllSessions(database, userId);
  // With a second factor, earlier devices stay known: each has its own count of wrong second steps,
  // which access to the mailbox alone must not reset.
  const isProtected = await hasSecondFactor(database, userId);
  await deleteDevices(database, userId, isProtected ? since : undefined);
  await endLostDeviceWait(ctx, userId, 'password_changed', caller);
  await deleteUnusedLinks(database, userId, 'recover_password');
}

/** Returns the id of a link for a new password. */
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
