import type { LinkType } from '@zavet/contract/identity/account-schemas';
import type { Context } from '../../../context.ts';
import type { FoundMail } from '../../../platform/mail/mail.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameInSubject, nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findAccount } from './account-repository.ts';
import { findLink, type Link } from './link-repository.ts';
import type { Person } from './profile/profile-repository.ts';

const withToken = (path: string, type: LinkType) => (publicUrl: string, token: string) =>
  linkWithSecret(publicUrl, path, { type, token });

const page = (path: string) => (publicUrl: string) => linkTo(publicUrl, path);

/** URLs of pages linked from mails. Opening a page changes nothing until a button is pressed. */
export const accountPages = {
  verifyEmail: withToken('/verify', 'signup'),
  recoverPassword: withToken('/update-password', 'recovery'),
  confirmEmailChange: withToken('/verify', 'email_change'),
  undoEmailChange: withToken('/verify', 'email_undo'),
  disownSignIn: withToken('/verify', 'disown_sign_in'),
  disownFactor: withToken('/verify', 'disown_factor'),
  cancelLostDevice: withToken('/verify', 'cancel_lost_device'),
  security: page('/settings?tab=security'),
  forgotPassword: page('/forgot-password'),
  login: page('/login'),
};

export function findOwner(ctx: Context, { user_id }: { user_id: string }) {
  return findOwnerWith(ctx, user_id, {});
}

/** Addresses a mail to an owner. Undefined once the account is deleted. */
export async function findOwnerWith<Facts>(
  { database }: Context,
  userId: string,
  facts: Facts,
): Promise<FoundMail<Facts> | undefined> {
  const account = await findAccount(database, { id: userId });
  return account && { to: account.email, language: account.language, facts };
}

/** Addresses a mail with a link to an owner. Undefined once the link is used or expired. */
export async function findOwnerWithLink(
  ctx: Context,
  { user_id, link_id }: { user_id: string; link_id: string },
): Promise<FoundMail<{ token: string }> | undefined> {
  const usable = await findUsableLink(ctx, link_id);
  return usable && findOwnerWith(ctx, user_id, { token: usable.token });
}

export async function findUsableLink(
  { database, linkTokens, clock }: Context,
  linkId: string,
): Promise<{ token: string; link: Link } | undefined> {
  const link = await findLink(database, { id: linkId });
  const isUsable = link && !link.used_at && link.expires_at > clock.now();
  return isUsable ? { token: linkTokens.tokenOf(linkId), link } : undefined;
}

/** A sentence with the lifetime of a link. */
export function linkValidity(words: MailWords, lifetimeMs: number): string {
  return words.t('account.link.validity', { duration: words.duration(lifetimeMs) });
}

/** Name and address of an owner, as shown in mails to contacts. */
export interface NamedOwner {
  owner_name: string | null;
  owner_email: string;
}

export function namedOwner({ full_name, email }: Pick<Person, 'full_name' | 'email'>): NamedOwner {
  return { owner_name: full_name, owner_email: email };
}

export function ownerInSentence({ owner_name, owner_email }: NamedOwner): string {
  return nameWithAddress(owner_name ?? '', owner_email);
}

export function ownerInSubject({ owner_name, owner_email }: NamedOwner): string {
  return nameInSubject(owner_name, owner_email);
}

/** Masks an address so that only its owner recognises it: `a***@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, Math.max(at, 0));
  return `${first}***${at < 0 ? '' : email.slice(at)}`;
}

/** Network of an IP address, without the host part: `203.0.113.*`, `2001:db8:85a3:*`. */
export function networkOf(address: string | null): string | null {
  if (!address) return null;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const ipv4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(plain);
  if (ipv4) return `${ipv4[1]}.*`;
  if (!plain.includes(':')) return null;
  return `${firstGroups(plain).join(':')}:*`;
}

/** The first three of the eight groups; `::` stands for the missing zeros. */
function firstGroups(address: string): string[] {
  const [before = '', after] = address.split('::');
  const head = before ? before.split(':') : [];
  const tail = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 3);
}
