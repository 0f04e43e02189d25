import type { Locale } from '@zavet/contract/locales';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Cookies, Owner } from '../../../platform/http/route.ts';
import { findPerson } from '../../identity/account/index.ts';
import { isOwnContactEntry } from '../legacies/legacy-repository.ts';
import { findLetterBehind, grantDelivery, type OpenLetter } from './delivery-session.ts';
import { findLinkWithRecipient, type LinkWithRecipient } from './link-repository.ts';
import { recordOpening } from './opening-repository.ts';

interface Opened {
  delivery_id: string;
  language: Locale;
}

/** Exchanges the secret of a link for a short session. Every opening is recorded. */
export async function openLink(ctx: Context, token: string, cookies: Cookies): Promise<Opened> {
  const { database, linkTokens } = ctx;
  const link = await findLinkWithRecipient(database, { digest: linkTokens.digestOf(token) });
  if (!link) return fail('link_invalid');
  return open(ctx, link, cookies);
}

/** The same for a trusted contact who is signed in and needs no mail. */
export async function openAsContact(
  ctx: Context,
  { user_id }: Owner,
  deliveryId: string,
  cookies: Cookies,
): Promise<Opened> {
  const link = await findLinkWithRecipient(ctx.database, { delivery_id: deliveryId });
  if (!link?.contact_id) return fail('not_found');
  if (!(await isOwnContactEntry(ctx.database, user_id, link.contact_id))) fail('not_found');
  return open(ctx, link, cookies);
}

/** Another letter to the same person, for a browser that has one of them open. */
export async function openAnother(
  ctx: Context,
  { link }: OpenLetter,
  deliveryId: string,
  cookies: Cookies,
): Promise<Opened> {
  const letter = await findLetterBehind(ctx, link, deliveryId);
  if (!letter) return fail('not_found');
  return grant(ctx, { letter, link }, cookies);
}

async function open(ctx: Context, link: LinkWithRecipient, cookies: Cookies): Promise<Opened> {
  const { clock } = ctx;
  if (link.is_taken_back) return fail('letter_taken_back');
  if (link.closed_at) return fail('link_closed');
  if (new Date(link.expires_at) <= clock.now()) return fail('link_expired');
  return grant(ctx, { letter: link, link }, cookies);
}

async function grant(ctx: Context, opened: OpenLetter, cookies: Cookies): Promise<Opened> {
  const { database, clock } = ctx;
  const { letter } = opened;
  const owner = await findPerson(database, letter.user_id);
  if (!owner) return fail('link_invalid');
  if (!(await recordOpening(database, letter.id, clock.now()))) return fail('letter_taken_back');
  grantDelivery(ctx, cookies, opened);
  return { delivery_id: letter.id, language: letter.contact_language ?? owner.language };
}
