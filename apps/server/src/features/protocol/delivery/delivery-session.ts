import { protocolTimings } from '@zavet/contract/timings';
import { type Context, perContext } from '../../../context.ts';
import { createValueSigner } from '../../../platform/encryption/signed-value.ts';
import { fail } from '../../../platform/failure.ts';
import type { CookieReader, Cookies } from '../../../platform/http/route.ts';
import { findLinkWithRecipient, type LinkWithRecipient } from './link-repository.ts';
import { isForSamePerson } from './same-person.ts';

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
export function grantDelivery(
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
export async function openedDelivery(
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
  const letter = await findLetterBehind(ctx, link, deliveryId);
  return letter ? { letter, link } : fail('delivery_session_missing');
}

/**
 * That a letter can still be read. Asked once more after reading: what an owner writes who has
 * taken the letter back is not for its recipient.
 */
export async function requireStillOpen(ctx: Context, { letter, link }: OpenLetter): Promise<void> {
  await requireOpenLink(ctx, link.link_id);
  if (letter.id === link.id) return;
  if (!(await findLetterBehind(ctx, link, letter.id))) fail('delivery_session_missing');
}

/** Another letter to the person whom an open link was mailed to. */
export async function findLetterBehind(
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
export async function requireOpenLink(
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
