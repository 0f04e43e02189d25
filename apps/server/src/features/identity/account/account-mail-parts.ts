import type { Context } from '../../../context.ts';
import type { FoundMail } from '../../../platform/mail/mail.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameInSubject, nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findAccount } from './account-repository.ts';
import { findLinkById, type Link } from './link-repository.ts';
import type { Person } from './profile/profile-repository.ts';

/** The pages that mails lead to. None of them does anything until a button on it is pressed. */
export const accountLinks = {
  verifyEmail: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'signup', token }),
  recoverPassword: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/update-password', { type: 'recovery', token }),
  confirmEmailChange: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'email_change', token }),
  undoEmailChange: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'email_undo', token }),
  disownSignIn: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'disown_sign_in', token }),
  disownFactor: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'disown_factor', token }),
  stopLostDevice: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'stop_lost_device', token }),
  security: (publicUrl: string) => linkTo(publicUrl, '/settings?tab=security'),
  forgotPassword: (publicUrl: string) => linkTo(publicUrl, '/forgot-password'),
  login: (publicUrl: string) => linkTo(publicUrl, '/login'),
};

/** The owner's address and language, as long as the account exists. */
export async function findOwner(
  { database }: Context,
  { user_id }: { user_id: string },
): Promise<FoundMail<object> | undefined> {
  const account = await findAccount(database, { id: user_id });
  return account && { to: account.email, language: account.language, facts: {} };
}

/** To an owner, with the secret of a link that can still be used. */
export async function findOwnerWithLink(
  ctx: Context,
  { user_id, link_id }: { user_id: string; link_id: string },
): Promise<FoundMail<{ token: string }> | undefined> {
  const owner = await findOwner(ctx, { user_id });
  const usable = await usableLink(ctx, link_id);
  return owner && usable && { ...owner, facts: { token: usable.token } };
}

export async function usableLink(
  { database, linkTokens, clock }: Context,
  linkId: string,
): Promise<{ token: string; link: Link } | undefined> {
  const link = await findLinkById(database, linkId);
  const isUsable = link && !link.used_at && link.expires_at > clock.now();
  return isUsable ? { token: linkTokens.tokenOf(linkId), link } : undefined;
}

/** How long a link can be used. */
export function validity(words: MailWords, lifetimeMs: number): string {
  return words.t('account.link.validity', { duration: words.duration(lifetimeMs) });
}

/** Of whom a mail to a contact speaks. */
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
