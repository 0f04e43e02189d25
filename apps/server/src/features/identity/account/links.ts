import { factorTimings, linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/new-id.ts';
import { lockUsers } from './account-repository.ts';
import { findLink, insertLink, type Link, type LinkPurpose, spendLink } from './link-repository.ts';
import type { EventOrigin } from './security-event-repository.ts';

const lifetimes: Record<LinkPurpose, number> = {
  verify_email: linkLifetimes.verifyEmail,
  recover_password: linkLifetimes.recoverPassword,
  confirm_email_change: linkLifetimes.confirmEmailChange,
  undo_email_change: linkLifetimes.confirmEmailChange + linkLifetimes.undoEmailChange,
  disown_sign_in: linkLifetimes.disownSignIn,
  disown_factor: linkLifetimes.disownFactor,
  stop_lost_device: factorTimings.lostDevice,
};

/** Makes a link. Its secret exists only in the mail. */
export async function createLink(
  { database, clock, linkTokens }: Context,
  userId: string,
  purpose: LinkPurpose,
  asker: EventOrigin,
  details: Partial<
    Pick<Link, 'email_change_id' | 'browser_digest' | 'sign_up' | 'created_at'>
  > = {},
): Promise<string> {
  const id = newId();
  const now = clock.now();
  await insertLink(database, {
    id,
    user_id: userId,
    purpose,
    digest: linkTokens.digestOf(linkTokens.tokenOf(id)),
    email_change_id: null,
    browser_digest: null,
    sign_up: null,
    asked_address: asker.address,
    asked_user_agent: asker.user_agent,
    expires_at: new Date(now.getTime() + lifetimes[purpose]),
    used_at: null,
    created_at: now,
    ...details,
  });
  return id;
}

/** The link behind a token, if it can still be used. */
export async function openLink(
  { database, clock, linkTokens }: Context,
  purpose: LinkPurpose,
  token: string,
): Promise<Link> {
  const link = await findLink(database, purpose, linkTokens.digestOf(token));
  if (!link || link.used_at) return fail('link_invalid');
  if (link.expires_at <= clock.now()) return fail('link_expired');
  return link;
}

/**
 * Uses a link up and locks its account, together with those that change along with it. Of several
 * attempts at once, one succeeds.
 */
export async function redeemLink(
  ctx: Context,
  purpose: LinkPurpose,
  token: string,
  othersTouched?: (userId: string) => Promise<string[]>,
): Promise<Link> {
  const link = await openLink(ctx, purpose, token);
  const others = (await othersTouched?.(link.user_id)) ?? [];
  // The account before its links, as everywhere: another order would let two requests block each other.
  await lockUsers(ctx.database, [link.user_id, ...others]);
  const isFirst = await spendLink(ctx.database, link.id, ctx.clock.now());
  return isFirst ? link : fail('link_invalid');
}
