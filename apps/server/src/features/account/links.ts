import { linkLifetimes } from '@zavet/contract/timings';
import { fail } from '../../platform/failure.ts';
import { newId } from '../../platform/new-id.ts';
import type { AccountParts } from './account-parts.ts';
import {
  deleteUnusedLinks,
  findLink,
  insertLink,
  type Link,
  type LinkPurpose,
  spendLink,
} from './link-repository.ts';

const lifetimes: Record<LinkPurpose, number> = {
  verify_email: linkLifetimes.verifyEmail,
  recover_password: linkLifetimes.recoverPassword,
  confirm_email_change: linkLifetimes.confirmEmailChange,
  undo_email_change: linkLifetimes.confirmEmailChange + linkLifetimes.undoEmailChange,
};

/** Kinds of which only the newest link works. Others must not be taken away by a stranger's request. */
const replacedKinds: readonly LinkPurpose[] = ['recover_password', 'confirm_email_change'];

/** Makes a link. Its secret exists only in the mail. */
export async function createLink(
  { database, clock, linkTokens }: AccountParts,
  userId: string,
  purpose: LinkPurpose,
  details: Partial<Pick<Link, 'email_change_id' | 'browser_digest' | 'password_hash'>> = {},
): Promise<string> {
  const id = newId();
  const now = clock.now();
  if (replacedKinds.includes(purpose)) await deleteUnusedLinks(database, userId, purpose);
  await insertLink(database, {
    id,
    user_id: userId,
    purpose,
    digest: linkTokens.digestOf(linkTokens.tokenOf(id)),
    email_change_id: null,
    browser_digest: null,
    password_hash: null,
    expires_at: new Date(now.getTime() + lifetimes[purpose]),
    used_at: null,
    created_at: now,
    ...details,
  });
  return id;
}

/** The link behind a token, if it can still be used. */
export async function openLink(
  { database, clock, linkTokens }: AccountParts,
  purpose: LinkPurpose,
  token: string,
): Promise<Link> {
  const link = await findLink(database, purpose, linkTokens.digestOf(token));
  if (!link || link.used_at) return fail('link_invalid');
  if (link.expires_at <= clock.now()) return fail('link_expired');
  return link;
}

/** Uses a link up. Of several attempts at once, one succeeds. */
export async function redeemLink(
  parts: AccountParts,
  purpose: LinkPurpose,
  token: string,
): Promise<Link> {
  const link = await openLink(parts, purpose, token);
  const isFirst = await spendLink(parts.database, link.id, parts.clock.now());
  return isFirst ? link : fail('link_invalid');
}
