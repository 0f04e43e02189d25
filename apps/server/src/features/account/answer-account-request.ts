import { linkLifetimes } from '@zavet/contract/timings';
import { isUniqueViolation } from '../../platform/database/sql-state.ts';
import { orderMail } from './account-mail-job.ts';
import type { AccountParts } from './account-parts.ts';
import { type Account, findAccount, isEmailTaken, lockUser } from './account-repository.ts';
import { type AccountRequest, takeAccountRequest } from './account-request-repository.ts';
import { adoptSignUp } from './adopt-sign-up.ts';
import { type Link, listUnusedLinks } from './link-repository.ts';
import { createLink } from './links.ts';
import { mayMailAddress } from './mail-allowance.ts';
import { createProfile } from './profile-repository.ts';
import { type EventOrigin, recordSecurityEvent } from './security-event-repository.ts';
import { readSignUp, signUpOf, writeSignUp } from './sign-up.ts';

/** Does what was asked for an address, or mails its owner instead. May run twice. */
export async function answerAccountRequest(parts: AccountParts, requestId: string): Promise<void> {
  try {
    await answerOnce(parts, requestId);
  } catch (error) {
    // Two sign-ups with one address at once: the second try finds the account of the first.
    if (!isUniqueViolation(error)) throw error;
    await answerOnce(parts, requestId);
  }
}

function answerOnce(parts: AccountParts, requestId: string): Promise<void> {
  return parts.database.transaction(async () => {
    const request = await takeAccountRequest(parts.database, requestId);
    if (!request) return;
    // A sign-up was acknowledged and must count; the rest can be asked for again.
    if (request.kind !== 'sign_up' && !(await mayMailAddress(parts, request.kind, request.email)))
      return;
    switch (request.kind) {
      case 'sign_up':
        return answerSignUp(parts, request);
      case 'resend_verification':
        return answerResend(parts, request);
      case 'recover_password':
        return answerRecovery(parts, request);
      case 'sign_in_warning':
        return answerWarning(parts, request);
    }
  });
}

async function answerSignUp(parts: AccountParts, request: AccountRequest): Promise<void> {
  const { database } = parts;
  const existing = await findAccountForChange(parts, request.email);
  if (existing?.isVerified) {
    if (!(await mayMailAddress(parts, request.kind, request.email))) return;
    return orderMail(parts, { kind: 'address_already_registered', user_id: existing.id });
  }
  if (existing) return acceptSignUp(parts, request, existing.id);
  if (await isAddressHeldBack(parts, request.email)) return;
  const { password_hash, language } = signUpOf(request);
  const userId = await parts.engine.createAccount(request.email, password_hash);
  await createProfile(database, userId, language, parts.clock.now());
  await acceptSignUp(parts, request, userId);
}

/** Under a lock: a sign-up must not replace the password of an account confirmed this moment. */
async function findAccountForChange(
  { database }: AccountParts,
  email: string,
): Promise<Account | undefined> {
  const found = await findAccount(database, { email });
  if (!found) return undefined;
  await lockUser(database, found.id);
  return findAccount(database, { id: found.id });
}

/** The last sign-up counts for now; which one counts in the end, the opened link decides. */
async function acceptSignUp(
  parts: AccountParts,
  request: AccountRequest,
  userId: string,
): Promise<void> {
  const { database, clock } = parts;
  const signUp = signUpOf(request);
  await adoptSignUp(parts, userId, signUp);
  const origin = originOf(request);
  await recordSecurityEvent(database, userId, 'signed_up', origin, clock.now());
  const details = { sign_up: writeSignUp(signUp), browser_digest: request.browser_digest };
  const linkId = await createLink(parts, userId, 'verify_email', origin, details);
  // Where the mailbox has had enough, the link waits for «send again» of this browser.
  if (!(await mayMailAddress(parts, request.kind, request.email))) return;
  await orderMail(parts, { kind: 'verify_email', user_id: userId, link_id: linkId });
}

/**
 * Repeats the link of the sign-up made in this browser. From another browser that can be told
 * only if there was a single sign-up; otherwise the mailbox chooses a new password, because the
 * last one may be a stranger's.
 */
async function answerResend(parts: AccountParts, request: AccountRequest): Promise<void> {
  const { database } = parts;
  const account = await findAccountForChange(parts, request.email);
  if (!account || account.isVerified) return;
  const links = await listUnusedLinks(database, account.id, 'verify_email');
  const ownLink = links.find(
    ({ browser_digest }) => browser_digest !== null && browser_digest === request.browser_digest,
  );
  const signUps = [...new Set(links.map(({ sign_up }) => sign_up))];
  const origin = originOf(request);
  const signUp = ownLink?.sign_up ?? (signUps.length === 1 ? signUps[0] : undefined);
  if (!signUp) return sendRecovery(parts, account.id, origin);
  const { ip_address: address, user_agent } = readSignUp(signUp);
  // Who signed up counts, not who asked for the mail again.
  await sendVerification(
    parts,
    account.id,
    { address, user_agent },
    {
      sign_up: signUp,
      browser_digest: ownLink?.browser_digest ?? null,
    },
  );
}

async function answerRecovery(parts: AccountParts, request: AccountRequest): Promise<void> {
  const { database, clock } = parts;
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
  await sendRecovery(parts, account.id, origin);
}

async function sendRecovery(
  parts: AccountParts,
  userId: string,
  asker: EventOrigin,
): Promise<void> {
  const linkId = await createLink(parts, userId, 'recover_password', asker);
  await orderMail(parts, { kind: 'recover_password', user_id: userId, link_id: linkId });
}

async function answerWarning(parts: AccountParts, request: AccountRequest): Promise<void> {
  const account = await findAccount(parts.database, { email: request.email });
  if (!account) return;
  const at = request.created_at.toISOString();
  await orderMail(parts, { kind: 'sign_in_slowed_down', user_id: account.id, at });
}

async function sendVerification(
  parts: AccountParts,
  userId: string,
  asker: EventOrigin,
  details: Pick<Link, 'sign_up' | 'browser_digest'>,
): Promise<void> {
  const linkId = await createLink(parts, userId, 'verify_email', asker, details);
  await orderMail(parts, { kind: 'verify_email', user_id: userId, link_id: linkId });
}

/** An owner who just left an address may still take it back; until then nobody else gets it. */
function isAddressHeldBack({ database, clock }: AccountParts, email: string): Promise<boolean> {
  const undoableSince = new Date(clock.now().getTime() - linkLifetimes.undoEmailChange);
  return isEmailTaken(database, email, undoableSince);
}

function originOf(request: AccountRequest): EventOrigin {
  return { address: request.ip_address, user_agent: request.user_agent };
}
