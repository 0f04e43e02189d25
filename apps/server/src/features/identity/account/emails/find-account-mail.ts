import type { Context } from '../../../../context.ts';
import type { FoundMail } from '../../../../platform/mail/mail.ts';
import { findAccount } from '../account-repository.ts';
import { findLinkById, type Link } from '../link-repository.ts';

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
