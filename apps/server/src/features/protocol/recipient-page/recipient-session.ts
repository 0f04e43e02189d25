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

const sessionSigner = perContext(({ serviceKey }) =>
  createValueSigner(serviceKey, 'delivery-cookie'),
);

/** One cookie per letter, so that several letters can be open in one browser. */
const cookieName = (deliveryId: string) => `zavet_delivery_${deliveryId}`;

/** A letter that this browser may read. */
export interface OpenLetter {
  letter: LinkWithRecipient;
  /** The opened link, of this or another letter to the same person. */
  link: LinkWithRecipient;
}

interface OpenResult {
  delivery_id: string;
  language: Locale;
}

/** Exchanges the token of a link for a short session and records the opening. */
export async function openLink(ctx: Context, token: string, cookies: Cookies): Promise<OpenResult> {
  const { database, linkTokens } = ctx;
  const link = await findLinkWithRecipient(database, { digest: linkTokens.digestOf(token) });
  if (!link) return fail('link_invalid');
  return openLatestLink(ctx, link, cookies);
}

/** Opens a letter for a signed-in contact, who does not need the mailed link. */
export async function openLetterAsContact(
  ctx: Context,
  { user_id }: Owner,
  deliveryId: string,
  cookies: Cookies,
): Promise<OpenResult> {
  const link = await findLinkWithRecipient(ctx.database, { delivery_id: deliveryId });
  if (!link?.contact_id) return fail('not_found');
  if (!(await isOwnContactEntry(ctx.database, user_id, link.contact_id))) fail('not_found');
  return openLatestLink(ctx, link, cookies);
}

/** Opens another letter to the same person; the session of the first letter is sufficient. */
export async function openOtherLetter(
  ctx: Context,
  { link }: OpenLetter,
  deliveryId: string,
  cookies: Cookies,
): Promise<OpenResult> {
  const letter = await findOtherLetter(ctx, link, deliveryId);
  if (!letter) return fail('not_found');
  return startSession(ctx, { letter, link }, cookies);
}

async function openLatestLink(
  ctx: Context,
  link: LinkWithRecipient,
  cookies: Cookies,
): Promise<OpenResult> {
  if (link.is_recalled) return fail('letter_recalled');
  if (link.closed_at) return fail('link_closed');
  if (new Date(link.expires_at) <= ctx.clock.now()) return fail('link_expired');
  return startSession(ctx, { letter: link, link }, cookies);
}

async function startSession(
  ctx: Context,
  { letter, link }: OpenLetter,
  cookies: Cookies,
): Promise<OpenResult> {
  const { database, clock } = ctx;
  const owner = await findPerson(database, letter.user_id);
  if (!owner) return fail('link_invalid');
  if (!(await recordOpening(database, letter.id, clock.now()))) return fail('letter_recalled');
  const expires = clock.now().getTime() + protocolTimings.deliverySession;
  const session = sessionSigner(ctx).sign([letter.id, link.link_id, expires].join('/'));
  cookies.set(cookieName(letter.id), session, {
    path: `/api/deliveries/${letter.id}`,
    sameSite: 'Strict',
    maxAge: protocolTimings.deliverySession / 1000,
  });
  return { delivery_id: letter.id, language: letter.contact_language ?? owner.language };
}

/**
 * Returns the letter if this browser has a session for it, and fails otherwise. A session ends as
 * soon as its link is closed.
 */
export async function requireOpenLetter(
  ctx: Context,
  cookies: CookieReader,
  deliveryId: string,
): Promise<OpenLetter> {
  const session = sessionSigner(ctx).open(cookies.get(cookieName(deliveryId)) ?? '');
  const [id, linkId, expires] = session?.split('/') ?? [];
  if (id !== deliveryId || !linkId || Number(expires) <= ctx.clock.now().getTime()) {
    return fail('delivery_session_missing');
  }
  const link = await requireOpenLink(ctx, linkId);
  return { letter: await requireLetter(ctx, link, deliveryId), link };
}

/**
 * Fails if the link or the letter was closed. Called again after the text was read: once a letter
 * is closed, the owner may have written a text that is not meant for the recipient.
 */
export async function requireStillReadable(ctx: Context, opened: OpenLetter): Promise<void> {
  await requireOpenLink(ctx, opened.link.link_id);
  await requireLetter(ctx, opened.link, opened.letter.id);
}

async function requireLetter(
  ctx: Context,
  link: LinkWithRecipient,
  deliveryId: string,
): Promise<LinkWithRecipient> {
  if (link.id === deliveryId) return link;
  return (await findOtherLetter(ctx, link, deliveryId)) ?? fail('delivery_session_missing');
}

/** Finds a letter to the person of a link; undefined if it went to another person. */
export async function findOtherLetter(
  ctx: Context,
  link: LinkWithRecipient,
  deliveryId: string,
): Promise<LinkWithRecipient | undefined> {
  const { database, vault } = ctx;
  const letter = await findLinkWithRecipient(database, { delivery_id: deliveryId });
  if (!letter || letter.user_id !== link.user_id) return undefined;
  if (!isForSamePerson(await vault.keyOf(link.user_id), link, letter)) return undefined;
  return letter.is_recalled ? fail('letter_recalled') : letter;
}

async function requireOpenLink(
  { database, clock }: Context,
  linkId: string,
): Promise<LinkWithRecipient> {
  const link = await findLinkWithRecipient(database, { id: linkId });
  if (link?.is_recalled) return fail('letter_recalled');
  if (!link || link.closed_at || new Date(link.expires_at) <= clock.now()) {
    return fail('delivery_session_missing');
  }
  return link;
}

/**
 * Closes a link that may have leaked, and sends a new one to the recipient's own address. Therefore
 * any reader may close the link.
 */
export function closeLink(ctx: Context, { link }: OpenLetter): Promise<void> {
  const { database, clock } = ctx;
  const { envelope_id: id, activation_id } = link;
  return database.transaction(async () => {
    await lockUser(database, link.user_id);
    // The letter may have been closed meanwhile.
    await requireOpenLink(ctx, link.link_id);
    const isRenewed = await renewLink(ctx, { id, activation_id }, new Date(link.expires_at));
    if (!isRenewed) fail('delivery_session_missing');
    await recordForLetters(database, id, 'link_closed', clock.now());
  });
}
