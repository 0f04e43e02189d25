import { protocolTimings } from '@zavet/contract/timings';
import { fail } from '../../../platform/failure.ts';
import type { CookieReader, Cookies } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { findLinkWithRecipient, type LinkWithRecipient } from './link-repository.ts';
import { isForSamePerson } from './same-person.ts';

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
  { sessionSigner, clock }: ProtocolDeps,
  cookies: Cookies,
  { letter: { id }, link: { link_id } }: OpenLetter,
): void {
  const ends = clock.now().getTime() + protocolTimings.deliverySession;
  cookies.set(cookieName(id), sessionSigner.sign([id, link_id, ends].join('/')), {
    path: `/api/deliveries/${id}`,
    sameSite: 'Strict',
    maxAge: protocolTimings.deliverySession / 1000,
  });
}

/** What stands behind this browser's session, which ends at once when the link is closed. */
export async function openedDelivery(
  deps: ProtocolDeps,
  cookies: CookieReader,
  deliveryId: string,
): Promise<OpenLetter> {
  const { sessionSigner, clock } = deps;
  const claim = sessionSigner.open(cookies.get(cookieName(deliveryId)) ?? '');
  const [id, linkId, ends] = claim?.split('/') ?? [];
  if (id !== deliveryId || !linkId || Number(ends) <= clock.now().getTime()) {
    return fail('delivery_session_missing');
  }
  const link = await requireOpenLink(deps, linkId);
  if (link.id === deliveryId) return { letter: link, link };
  const letter = await findLetterBehind(deps, link, deliveryId);
  return letter ? { letter, link } : fail('delivery_session_missing');
}

/**
 * That a letter can still be read. Asked once more after reading: what an owner writes who has
 * taken the letter back is not for its recipient.
 */
export async function requireStillOpen(
  deps: ProtocolDeps,
  { letter, link }: OpenLetter,
): Promise<void> {
  await requireOpenLink(deps, link.link_id);
  if (letter.id === link.id) return;
  if (!(await findLetterBehind(deps, link, letter.id))) fail('delivery_session_missing');
}

/** Another letter to the person whom an open link was mailed to. */
export async function findLetterBehind(
  deps: ProtocolDeps,
  link: LinkWithRecipient,
  deliveryId: string,
): Promise<LinkWithRecipient | undefined> {
  const { database, vault } = deps;
  const letter = await findLinkWithRecipient(database, { delivery_id: deliveryId });
  if (!letter || letter.user_id !== link.user_id) return undefined;
  if (!isForSamePerson(await vault.keyOf(link.user_id), link, letter)) return undefined;
  return letter.is_taken_back ? fail('letter_taken_back') : letter;
}

/** A link that opens its letter at this moment. */
export async function requireOpenLink(
  { database, clock }: ProtocolDeps,
  linkId: string,
): Promise<LinkWithRecipient> {
  const link = await findLinkWithRecipient(database, { id: linkId });
  if (link?.is_taken_back) return fail('letter_taken_back');
  if (!link || link.closed_at || new Date(link.expires_at) <= clock.now()) {
    return fail('delivery_session_missing');
  }
  return link;
}
