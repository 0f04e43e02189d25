import { linkLifetimes } from '@zavet/contract/timings';
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
import { type Link, listUnusedLinks } from '../link-repository.ts';
import { createLink } from '../links.ts';
import { recoverPassword } from '../passwords/password-mails.ts';
import { createProfile } from '../profile/profile-repository.ts';
import { type EventOrigin, recordSecurityEvent } from '../security-event-repository.ts';
import { signInSlowedDown } from '../sessions/session-mails.ts';
import { applySignUp, parseSignUp, serializeSignUp, signUpOf } from './sign-up.ts';
import { addressAlreadyRegistered, verifyEmailMail } from './sign-up-mails.ts';

/** Does what was asked for an address, or mails its owner instead. May run twice. */
export async function processAccountRequest(ctx: Context, requestId: string): Promise<void> {
  try {
    await processOnce(ctx, requestId);
  } catch (error) {
    // Two sign-ups with one address at once: the second try finds the account of the first.
    if (!isUniqueViolation(error)) throw error;
    await processOnce(ctx, requestId);
  }
}

function processOnce(ctx: Context, requestId: string): Promise<void> {
  return ctx.database.transaction(async () => {
    const request = await claimAccountRequest(ctx.database, requestId);
    if (!request) return;
    // A sign-up was acknowledged and must count; the rest can be asked for again.
    if (request.kind !== 'sign_up' && !(await mayMail(ctx, request))) return;
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

/** Links that were mailed before stay valid, and the one who asks is answered as always. */
async function mayMail(ctx: Context, { kind, email }: AccountRequest): Promise<boolean> {
  return (await claimMailAllowance(ctx, kind, email)) === 0;
}

async function processSignUp(ctx: Context, request: AccountRequest): Promise<void> {
  const { database } = ctx;
  const existing = await findAccountForChange(ctx, request.email);
  if (existing?.isVerified) {
    if (!(await mayMail(ctx, request))) return;
    return enqueueMail(ctx, addressAlreadyRegistered, { user_id: existing.id });
  }
  if (existing) return acceptSignUp(ctx, request, existing.id);
  if (await isAddressHeldBack(ctx, request.email)) return;
  const { password_hash, language } = signUpOf(request);
  const userId = await createAccount(database, request.email, password_hash, ctx.clock.now());
  await createProfile(database, userId, language, ctx.clock.now());
  await acceptSignUp(ctx, request, userId);
}

/** Under a lock: a sign-up must not replace the password of an account confirmed this moment. */
async function findAccountForChange(
  { database }: Context,
  email: string,
): Promise<Account | undefined> {
  const found = await findAccount(database, { email });
  if (!found) return undefined;
  await lockUser(database, found.id);
  return findAccount(database, { id: found.id });
}

/** The last sign-up counts for now; which one counts in the end, the opened link decides. */
async function acceptSignUp(ctx: Context, request: AccountRequest, userId: string): Promise<void> {
  const { database, clock } = ctx;
  const signUp = signUpOf(request);
  await applySignUp(ctx, userId, signUp);
  const origin = originOf(request);
  await recordSecurityEvent(database, userId, 'signed_up', origin, clock.now());
  const details = { sign_up: serializeSignUp(signUp), browser_digest: request.browser_digest };
  const linkId = await createLink(ctx, userId, 'verify_email', origin, details);
  // Where the mailbox has had enough, the link waits for «send again» of this browser.
  if (!(await mayMail(ctx, request))) return;
  await enqueueMail(ctx, verifyEmailMail, { user_id: userId, link_id: linkId });
}

/**
 * Repeats the link of the sign-up made in this browser. From another browser that can be told
 * only if there was a single sign-up; otherwise the mailbox chooses a new password, because the
 * last one may be a stranger's.
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
  // Who signed up counts, not who asked for the mail again.
  await sendVerification(
    ctx,
    account.id,
    { address, user_agent },
    {
      sign_up: signUp,
      browser_digest: ownLink?.browser_digest ?? null,
    },
  );
}

async function processRecovery(ctx: Context, request: AccountRequest): Promise<void> {
  const { database, clock } = ctx;
  const account = await findAccount(database, { email: request.email });
  if (!account) return;
  const origin = originOf(request);
  await recordSecurityEvent(
    database,
    account.id,
    'password_recovery_requested',
    origin,
    clock.now(),
  );
  await sendRecovery(ctx, account.id, origin);
}

async function sendRecovery(ctx: Context, userId: string, asker: EventOrigin): Promise<void> {
  const linkId = await createLink(ctx, userId, 'recover_password', asker);
  await enqueueMail(ctx, recoverPassword, { user_id: userId, link_id: linkId });
}

async function processWarning(ctx: Context, request: AccountRequest): Promise<void> {
  const account = await findAccount(ctx.database, { email: request.email });
  if (!account) return;
  await enqueueMail(ctx, signInSlowedDown, { user_id: account.id });
}

async function sendVerification(
  ctx: Context,
  userId: string,
  asker: EventOrigin,
  details: Pick<Link, 'sign_up' | 'browser_digest'>,
): Promise<void> {
  const linkId = await createLink(ctx, userId, 'verify_email', asker, details);
  await enqueueMail(ctx, verifyEmailMail, { user_id: userId, link_id: linkId });
}

/** An owner who just left an address may still take it back; until then nobody else gets it. */
function isAddressHeldBack({ database, clock }: Context, email: string): Promise<boolean> {
  const undoableSince = new Date(clock.now().getTime() - linkLifetimes.undoEmailChange);
  return isEmailTaken(database, email, undoableSince);
}

function originOf(request: AccountRequest): EventOrigin {
  return { address: request.ip_address, user_agent: request.user_agent };
}
