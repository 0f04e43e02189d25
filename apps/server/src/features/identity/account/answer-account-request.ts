import { linkLifetimes } from '@zavet/contract/timings';
import { isUniqueViolation } from '../../../platform/database/sql-state.ts';
import { takeMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import {
  type Account,
  createAccount,
  findAccount,
  isEmailTaken,
  lockUser,
} from './account-repository.ts';
import { type AccountRequest, takeAccountRequest } from './account-request-repository.ts';
import { adoptSignUp } from './adopt-sign-up.ts';
import { signInSlowedDown } from './emails/security-mails.ts';
import { addressAlreadyRegistered, recoverPassword, verifyEmail } from './emails/sign-up-mails.ts';
import { type Link, listUnusedLinks } from './link-repository.ts';
import { createLink } from './links.ts';
import { createProfile } from './profile-repository.ts';
import { type EventOrigin, recordSecurityEvent } from './security-event-repository.ts';
import { readSignUp, signUpOf, writeSignUp } from './sign-up.ts';

/** Does what was asked for an address, or mails its owner instead. May run twice. */
export async function answerAccountRequest(deps: AccountDeps, requestId: string): Promise<void> {
  try {
    await answerOnce(deps, requestId);
  } catch (error) {
    // Two sign-ups with one address at once: the second try finds the account of the first.
    if (!isUniqueViolation(error)) throw error;
    await answerOnce(deps, requestId);
  }
}

function answerOnce(deps: AccountDeps, requestId: string): Promise<void> {
  return deps.database.transaction(async () => {
    const request = await takeAccountRequest(deps.database, requestId);
    if (!request) return;
    // A sign-up was acknowledged and must count; the rest can be asked for again.
    if (request.kind !== 'sign_up' && !(await mayMail(deps, request))) return;
    switch (request.kind) {
      case 'sign_up':
        return answerSignUp(deps, request);
      case 'resend_verification':
        return answerResend(deps, request);
      case 'recover_password':
        return answerRecovery(deps, request);
      case 'sign_in_warning':
        return answerWarning(deps, request);
    }
  });
}

/** Links that were mailed before stay valid, and the one who asks is answered as always. */
async function mayMail(deps: AccountDeps, { kind, email }: AccountRequest): Promise<boolean> {
  return (await takeMailAllowance(deps, kind, email)) === 0;
}

async function answerSignUp(deps: AccountDeps, request: AccountRequest): Promise<void> {
  const { database } = deps;
  const existing = await findAccountForChange(deps, request.email);
  if (existing?.isVerified) {
    if (!(await mayMail(deps, request))) return;
    return orderMail(deps, addressAlreadyRegistered, { user_id: existing.id });
  }
  if (existing) return acceptSignUp(deps, request, existing.id);
  if (await isAddressHeldBack(deps, request.email)) return;
  const { password_hash, language } = signUpOf(request);
  const userId = await createAccount(database, request.email, password_hash, deps.clock.now());
  await createProfile(database, userId, language, deps.clock.now());
  await acceptSignUp(deps, request, userId);
}

/** Under a lock: a sign-up must not replace the password of an account confirmed this moment. */
async function findAccountForChange(
  { database }: AccountDeps,
  email: string,
): Promise<Account | undefined> {
  const found = await findAccount(database, { email });
  if (!found) return undefined;
  await lockUser(database, found.id);
  return findAccount(database, { id: found.id });
}

/** The last sign-up counts for now; which one counts in the end, the opened link decides. */
async function acceptSignUp(
  deps: AccountDeps,
  request: AccountRequest,
  userId: string,
): Promise<void> {
  const { database, clock } = deps;
  const signUp = signUpOf(request);
  await adoptSignUp(deps, userId, signUp);
  const origin = originOf(request);
  await recordSecurityEvent(database, userId, 'signed_up', origin, clock.now());
  const details = { sign_up: writeSignUp(signUp), browser_digest: request.browser_digest };
  const linkId = await createLink(deps, userId, 'verify_email', origin, details);
  // Where the mailbox has had enough, the link waits for «send again» of this browser.
  if (!(await mayMail(deps, request))) return;
  await orderMail(deps, verifyEmail, { user_id: userId, link_id: linkId });
}

/**
 * Repeats the link of the sign-up made in this browser. From another browser that can be told
 * only if there was a single sign-up; otherwise the mailbox chooses a new password, because the
 * last one may be a stranger's.
 */
async function answerResend(deps: AccountDeps, request: AccountRequest): Promise<void> {
  const { database } = deps;
  const account = await findAccountForChange(deps, request.email);
  if (!account || account.isVerified) return;
  const links = await listUnusedLinks(database, account.id, 'verify_email');
  const ownLink = links.find(
    ({ browser_digest }) => browser_digest !== null && browser_digest === request.browser_digest,
  );
  const signUps = [...new Set(links.map(({ sign_up }) => sign_up))];
  const origin = originOf(request);
  const signUp = ownLink?.sign_up ?? (signUps.length === 1 ? signUps[0] : undefined);
  if (!signUp) return sendRecovery(deps, account.id, origin);
  const { ip_address: address, user_agent } = readSignUp(signUp);
  // Who signed up counts, not who asked for the mail again.
  await sendVerification(
    deps,
    account.id,
    { address, user_agent },
    {
      sign_up: signUp,
      browser_digest: ownLink?.browser_digest ?? null,
    },
  );
}

async function answerRecovery(deps: AccountDeps, request: AccountRequest): Promise<void> {
  const { database, clock } = deps;
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
  await sendRecovery(deps, account.id, origin);
}

async function sendRecovery(deps: AccountDeps, userId: string, asker: EventOrigin): Promise<void> {
  const linkId = await createLink(deps, userId, 'recover_password', asker);
  await orderMail(deps, recoverPassword, { user_id: userId, link_id: linkId });
}

async function answerWarning(deps: AccountDeps, request: AccountRequest): Promise<void> {
  const account = await findAccount(deps.database, { email: request.email });
  if (!account) return;
  await orderMail(deps, signInSlowedDown, { user_id: account.id });
}

async function sendVerification(
  deps: AccountDeps,
  userId: string,
  asker: EventOrigin,
  details: Pick<Link, 'sign_up' | 'browser_digest'>,
): Promise<void> {
  const linkId = await createLink(deps, userId, 'verify_email', asker, details);
  await orderMail(deps, verifyEmail, { user_id: userId, link_id: linkId });
}

/** An owner who just left an address may still take it back; until then nobody else gets it. */
function isAddressHeldBack({ database, clock }: AccountDeps, email: string): Promise<boolean> {
  const undoableSince = new Date(clock.now().getTime() - linkLifetimes.undoEmailChange);
  return isEmailTaken(database, email, undoableSince);
}

function originOf(request: AccountRequest): EventOrigin {
  return { address: request.ip_address, user_agent: request.user_agent };
}
