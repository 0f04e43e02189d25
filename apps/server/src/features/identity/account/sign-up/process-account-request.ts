import type { Context } from '../../../../context.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import { claimMailAllowance } from '../../../../platform/mail/mail-allowance.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import {
  type Account,
  type AccountRequest,
  claimAccountRequest,
  createAccount,
  findAccount,
  isEmailTaken,
  lockUser,
} from '../account-repository.ts';
import { listUnusedLinks } from '../link-repository.ts';
import { createLink } from '../links.ts';
import { recoverPassword } from '../passwords/password-mails.ts';
import { createProfile } from '../profile/profile-repository.ts';
import { type EventOrigin, recordSecurityEvent } from '../security-event-repository.ts';
import { securityNotice } from '../security-mails.ts';
import { applySignUp, parseSignUp, serializeSignUp, signUpOf } from './sign-up.ts';
import { verifyEmailMail } from './sign-up-mails.ts';

/** Processes the request of an unauthenticated caller. May run twice. */
export async function processAccountRequest(ctx: Context, requestId: string): Promise<void> {
  try {
    await processOnce(ctx, requestId);
  } catch (error) {
    // Two concurrent sign-ups with one address: the retry finds the account of the first.
    if (!isUniqueViolation(error)) throw error;
    await processOnce(ctx, requestId);
  }
}

function processOnce(ctx: Context, requestId: string): Promise<void> {
  return ctx.database.transaction(async () => {
    const request = await claimAccountRequest(ctx.database, requestId);
    if (!request) return;
    // A sign-up was acknowledged and must be stored; other requests can be repeated.
    if (request.kind !== 'sign_up' && !(await claimMail(ctx, request))) return;
    switch (request.kind) {
      case 'sign_up':
        return processSignUp(ctx, request);
      case 'resend_verification':
        return processResend(ctx, request);
      case 'recover_password':
        return processRecovery(ctx, request);
      case 'sign_in_warning':
        return processWarning(ctx, request);
    }
  });
}

async function claimMail(ctx: Context, { kind, email }: AccountRequest): Promise<boolean> {
  return (await claimMailAllowance(ctx, kind, email)) === 0;
}

async function processSignUp(ctx: Context, request: AccountRequest): Promise<void> {
  const { database, clock } = ctx;
  const existing = await findAccountForChange(ctx, request.email);
  if (existing?.isVerified) {
    if (!(await claimMail(ctx, request))) return;
    return enqueueMail(ctx, verifyEmailMail, { user_id: existing.id });
  }
  if (existing) return acceptSignUp(ctx, request, existing.id);
  const now = clock.now();
  if (await isEmailTaken(database, request.email, now)) return;
  const { password_hash, language } = signUpOf(request);
  const userId = await createAccount(database, request.email, password_hash, now);
  await createProfile(database, userId, language, now);
  await acceptSignUp(ctx, request, userId);
}

/**
 * Finds and locks the account: a sign-up must not replace the password of an account confirmed
 * meanwhile.
 */
async function findAccountForChange(
  { database }: Context,
  email: string,
): Promise<Account | undefined> {
  const found = await findAccount(database, { email });
  if (!found) return undefined;
  await lockUser(database, found.id);
  return findAccount(database, { id: found.id });
}

/**
 * Stores a sign-up in its account and mails its link. Until a link is opened, the latest sign-up
 * applies; afterwards, the sign-up of that link.
 */
async function acceptSignUp(ctx: Context, request: AccountRequest, userId: string): Promise<void> {
  const { database, clock } = ctx;
  const signUp = signUpOf(request);
  await applySignUp(ctx, userId, signUp);
  const origin = originOf(request);
  await recordSecurityEvent(database, userId, 'signed_up', origin, clock.now());
  const details = { sign_up: serializeSignUp(signUp), browser_digest: request.browser_digest };
  const linkId = await createLink(ctx, userId, 'verify_email', origin, details);
  // Above the limit the link is not mailed until «send again» is pressed in this browser.
  if (!(await claimMail(ctx, request))) return;
  await enqueueMail(ctx, verifyEmailMail, { user_id: userId, link_id: linkId });
}

/**
 * Resends the link of this browser's sign-up, or of the only sign-up. With several sign-ups from
 * other browsers it mails a recovery link instead, because the current password may be a
 * stranger's.
 */
async function processResend(ctx: Context, request: AccountRequest): Promise<void> {
  const { database } = ctx;
  const account = await findAccountForChange(ctx, request.email);
  if (!account || account.isVerified) return;
  const links = await listUnusedLinks(database, account.id, 'verify_email');
  const ownLink = links.find(
    ({ browser_digest }) => browser_digest !== null && browser_digest === request.browser_digest,
  );
  const signUps = [...new Set(links.map(({ sign_up }) => sign_up))];
  const origin = originOf(request);
  const signUp = ownLink?.sign_up ?? (signUps.length === 1 ? signUps[0] : undefined);
  if (!signUp) return sendRecovery(ctx, account.id, origin);
  const { ip_address: address, user_agent } = parseSignUp(signUp);
  // The page of the link shows the origin of the sign-up.
  const details = { sign_up: signUp, browser_digest: ownLink?.browser_digest ?? null };
  const linkId = await createLink(
    ctx,
    account.id,
    'verify_email',
    { address, user_agent },
    details,
  );
  await enqueueMail(ctx, verifyEmailMail, { user_id: account.id, link_id: linkId });
}

async function processRecovery(ctx: Context, request: AccountRequest): Promise<void> {
  const { database, clock } = ctx;
  const account = await findAccount(database, { email: request.email });
  if (!account) return;
  const origin = originOf(request);
  const now = clock.now();
  await recordSecurityEvent(database, account.id, 'password_recovery_requested', origin, now);
  await sendRecovery(ctx, account.id, origin);
}

async function sendRecovery(ctx: Context, userId: string, origin: EventOrigin): Promise<void> {
  const linkId = await createLink(ctx, userId, 'recover_password', origin);
  const ids = { user_id: userId, link_id: linkId, cause: 'requested' } as const;
  await enqueueMail(ctx, recoverPassword, ids);
}

async function processWarning(ctx: Context, request: AccountRequest): Promise<void> {
  const account = await findAccount(ctx.database, { email: request.email });
  if (!account) return;
  const at = ctx.clock.now().toISOString();
  const ids = { user_id: account.id, event: 'sign_in_throttled', at } as const;
  await enqueueMail(ctx, securityNotice, ids);
}

function originOf(request: AccountRequest): EventOrigin {
  return { address: request.ip_address, user_agent: request.user_agent };
}
