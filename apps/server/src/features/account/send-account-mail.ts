import { readUserAgent } from '@zavet/contract/account/user-agent';
import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import type { MailPlace } from '../../platform/mail/mail-place.ts';
import { MailRefused, type MailTransport } from '../../platform/mail/mail-transport.ts';
import type { AccountDeps } from './account-deps.ts';
import type { AccountMailJob } from './account-mail-job.ts';
import { type Account, findAccount, isEmailTaken } from './account-repository.ts';
import { deleteDeletionNotice, findDeletionNotice } from './deletion-notice-repository.ts';
import { findEmailChange } from './email-change-repository.ts';
import type { AccountMail } from './emails/account-mail.ts';
import { findLinkById } from './link-repository.ts';
import { networkOf } from './network-rules.ts';

interface AddressedMail {
  to: string;
  language: Locale;
  mail: AccountMail;
}

/**
 * Writes and hands over one ordered mail. A repetition carries the same links and the same
 * Message-ID. What has lost its sense meanwhile (the link was used, the account is gone) is not sent.
 */
export async function sendAccountMail(
  deps: AccountDeps,
  transport: MailTransport,
  place: MailPlace,
  order: AccountMailJob,
): Promise<void> {
  const addressed = await addressMail(deps, order);
  if (!addressed) return;
  const { to, language, mail } = addressed;
  // React and the mail components are loaded with the first mail, not at start.
  const { renderAccountMail } = await import('./emails/render-account-mail.ts');
  const rendered = await renderAccountMail(mail.kind, language, mail, place);
  const host = new URL(place.publicUrl).hostname;
  try {
    await transport.deliver({
      ...rendered,
      to,
      language,
      message_id: `<${order.kind}.${order.mail_id}@${host}>`,
    });
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    deps.log.warn({ mail_id: order.mail_id, kind: order.kind }, 'mail refused permanently');
  }
  if (order.kind === 'account_deleted') await deleteDeletionNotice(deps.database, order.notice_id);
}

async function addressMail(
  deps: AccountDeps,
  order: AccountMailJob,
): Promise<AddressedMail | undefined> {
  switch (order.kind) {
    case 'account_deleted':
      return addressDeletionNotice(deps, order.notice_id);
    case 'email_change_confirm':
    case 'email_change_notice':
    case 'email_changed':
      return addressChangeMail(deps, order);
    default: {
      const account = await findAccount(deps.database, { id: order.user_id });
      const mail = account && (await mailToOwner(deps, order));
      return mail && { to: account.email, language: account.language, mail };
    }
  }
}

async function addressDeletionNotice(
  { database }: AccountDeps,
  noticeId: string,
): Promise<AddressedMail | undefined> {
  const notice = await findDeletionNotice(database, noticeId);
  if (!notice) return undefined;
  const { email, language, deleted_at } = notice;
  return {
    to: email,
    language: isLocale(language) ? language : defaultLocale,
    mail: { kind: 'account_deleted', deleted_at: deleted_at.toISOString() },
  };
}

type OwnerOrder = Extract<AccountMailJob, { user_id: string }>;

async function mailToOwner(deps: AccountDeps, order: OwnerOrder): Promise<AccountMail | undefined> {
  switch (order.kind) {
    case 'verify_email':
    case 'recover_password':
    case 'email_change_undone': {
      const token = await tokenOfUsableLink(deps, order.link_id);
      return token === undefined ? undefined : { kind: order.kind, token };
    }
    case 'new_device':
      return newDeviceMail(deps, order.link_id);
    case 'password_changed':
      return { kind: order.kind, changed_at: order.at };
    case 'pin_changed':
      return { kind: order.kind, change: order.change, changed_at: order.at };
    case 'address_already_registered':
    case 'sign_in_slowed_down':
    case 'proofs_failed':
      return { kind: order.kind };
  }
}

type ChangeOrder = Extract<AccountMailJob, { email_change_id: string }>;

async function addressChangeMail(
  deps: AccountDeps,
  order: ChangeOrder,
): Promise<AddressedMail | undefined> {
  const { database } = deps;
  const change = await findEmailChange(database, order.email_change_id);
  const owner = change && (await findAccount(database, { id: change.user_id }));
  const token = await tokenOfUsableLink(deps, order.link_id);
  if (!owner || token === undefined) return undefined;
  const { language } = owner;
  const { old_email, new_email } = change;
  if (order.kind !== 'email_change_confirm') {
    return { to: old_email, language, mail: { kind: order.kind, new_email, token } };
  }
  const occupant = await findAccount(database, { email: new_email });
  if (occupant) return noticeToOccupant(occupant);
  const undoableSince = new Date(deps.clock.now().getTime() - linkLifetimes.undoEmailChange);
  if (await isEmailTaken(database, new_email, undoableSince, owner.id)) return undefined;
  return { to: new_email, language, mail: { kind: order.kind, token } };
}

/** The new address has an account already: its owner hears of it, the one who asked does not. */
function noticeToOccupant({ email, language }: Account): AddressedMail {
  return { to: email, language, mail: { kind: 'new_address_already_used' } };
}

/** The link says from where it was: only a sign-in makes one. */
async function newDeviceMail(deps: AccountDeps, linkId: string): Promise<AccountMail | undefined> {
  const token = await tokenOfUsableLink(deps, linkId);
  const link = await findLinkById(deps.database, linkId);
  if (token === undefined || !link) return undefined;
  const { browser, system } = readUserAgent(link.asked_user_agent);
  return {
    kind: 'new_device',
    token,
    signed_in_at: link.created_at.toISOString(),
    network: networkOf(link.asked_address),
    browser,
    system,
  };
}

async function tokenOfUsableLink(
  { database, linkTokens, clock }: AccountDeps,
  linkId: string,
): Promise<string | undefined> {
  const link = await findLinkById(database, linkId);
  const isUsable = link && !link.used_at && link.expires_at > clock.now();
  return isUsable ? linkTokens.tokenOf(linkId) : undefined;
}
