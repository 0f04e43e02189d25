import type { Locale } from '@zavet/contract/locales';
import { protocolTimings } from '@zavet/contract/timings';
import { type Context, perContext } from '../../../context.ts';
import { createValueSigner } from '../../../platform/encryption/tokens.ts';
import { fail } from '../../../platform/failure.ts';
import type { CookieReader, Cookies, Owner } from '../../../platform/http/route.ts';
import { findPerson, lockUser } from '../../identity/account/index.ts';
import { isOwnContactEntry } from '../legacies/legacy-repository.ts';
import { renewLink } from '../letters/correct-address.ts';
import { recordOpening } from '../letters/delivery-repository.ts';
import {
  findLinkWithRecipient,
  type LinkWithRecipient,
  recordForLetters,
} from '../letters/envelope-repository.ts';
import { isForSamePerson } from '../letters/recipient.ts';

const deliverySigner = perContext(({ serviceKey }) =>
  createValueSigner(serviceKey, 'delivery-cookie'),
);

/** A name for each, so that several letters can be open at once. */
const cookieName = (deliveryId: string) => `zavet_delivery_${deliveryId}`;

/** A letter that this browser may read, and the link that was opened for it. */
export interface OpenLetter {
  letter: LinkWithRecipient;
  /** Of the letter itself, or of another one to the same person. */
  link: LinkWithRecipient;
}

/** Lets this browser read one delivery for a while, and no longer than its link is open. */
function grantSession(
  ctx: Context,
  cookies: Cookies,
  { letter: { id }, link: { link_id } }: OpenLetter,
): void {
  const { clock } = ctx;
  const ends = clock.now().getTime() + protocolTimings.deliverySession;
  cookies.set(cookieName(id), deliverySigner(ctx).sign([id, link_id, ends].join('/')), {
    path: `/api/deliveries/${id}`,
    sameSite: 'Strict',
    maxAge: protocolTimings.deliverySession / 1000,
  });
}

/** What stands behind this browser's session, which ends at once when the link is closed. */
export async function requireOpenLetter(
  ctx: Context,
  cookies: CookieReader,
  deliveryId: string,
): Promise<OpenLetter> {
  const { clock } = ctx;
  const claim = deliverySigner(ctx).open(cookies.get(cookieName(deliveryId)) ?? '');
  const [id, linkId, ends] = claim?.split('/') ?? [];
  if (id !== deliveryId || !linkId || Number(ends) <= clock.now().getTime()) {
    return fail('delivery_session_missing');
  }
  const link = await requireOpenLink(ctx, linkId);
  if (link.id === deliveryId) return { letter: link, link };
  const letter = await findOtherLetter(ctx, link, deliveryId);
  return letter ? { letter, link } : fail('delivery_session_missing');
}

/**
 * That a letter can still be read. Asked once more after reading: what an owner writes who has
 * taken the letter back is not for its recipient.
 */
export async function requireStillReadable(
  ctx: Context,
  { letter, link }: OpenLetter,
): Promise<void> {
  await requireOpenLink(ctx, link.link_id);
  if (letter.id === link.id) return;
  if (!(await findOtherLetter(ctx, link, letter.id))) fail('delivery_session_missing');
}

/** Another letter to the person whom an open link was mailed to. */
export async function findOtherLetter(
  ctx: Context,
  link: LinkWithRecipient,
  deliveryId: string,
): Promise<LinkWithRecipient | undefined> {
  const { database, vault } = ctx;
  const letter = await findLinkWithRecipient(database, { delivery_id: deliveryId });
  if (!letter || letter.user_id !== link.user_id) return undefined;
  if (!isForSamePerson(await vault.keyOf(link.user_id), link, letter)) return undefined;
  return letter.is_taken_back ? fail('letter_taken_back') : letter;
}

/** A link that opens its letter at this moment. */
async function requireOpenLink(
  { database, clock }: Context,
  linkId: string,
): Promise<LinkWithRecipient> {
  const link = await findLinkWithRecipient(database, { id: linkId });
  if (link?.is_taken_back) return fail('letter_taken_back');
  if (!link || link.closed_at || new Date(link.expires_at) <= clock.now()) {
    return fail('delivery_session_missing');
  }
  return link;
}

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
export async function openLetterAsContact(
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
export async function openOtherLetter(
  ctx: Context,
  { link }: OpenLetter,
  deliveryId: string,
  cookies: Cookies,
): Promise<Opened> {
  const letter = await findOtherLetter(ctx, link, deliveryId);
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
  grantSession(ctx, cookies, opened);
  return { delivery_id: letter.id, language: letter.contact_language ?? owner.language };
}

/**
 * Closes a link that others have seen, whichever letter is read through it. A new one goes to the recipient's own address, so that
 * no matter who presses the button, the letter is lost to nobody it was meant for.
 */
export function closeLink(ctx: Context, { link }: OpenLetter): Promise<void> {
  const { database, clock } = ctx;
  const { envelope_id: id, activation_id } = link;
  return database.transaction(async () => {
    await lockUser(database, link.user_id);
    // Its owner may have taken the letter back meanwhile.
    await requireOpenLink(ctx, link.link_id);
    const isClosed = await renewLink(ctx, { id, activation_id }, new Date(link.expires_at));
    if (!isClosed) fail('delivery_session_missing');
    await recordForLetters(database, id, 'link_closed', clock.now());
  });
}
