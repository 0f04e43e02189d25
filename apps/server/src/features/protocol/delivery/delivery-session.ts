import { protocolTimings } from '@zavet/contract/timings';
import { fail } from '../../../platform/failure.ts';
import type { CookieReader, Cookies } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { findLinkWithRecipient, type LinkWithRecipient } from './link-repository.ts';

/** A name for each, so that several letters can be open at once. */
const cookieName = (deliveryId: string) => `zavet_delivery_${deliveryId}`;

/** Lets this browser read one delivery for a while. */
export function grantDelivery(
  { sessionSigner, clock }: ProtocolDeps,
  cookies: Cookies,
  { id, link_id }: LinkWithRecipient,
): void {
  const ends = clock.now().getTime() + protocolTimings.deliverySession;
  cookies.set(cookieName(id), sessionSigner.sign([id, link_id, ends].join('/')), {
    path: `/api/deliveries/${id}`,
    sameSite: 'Strict',
    maxAge: protocolTimings.deliverySession / 1000,
  });
}

/** The link behind this browser's session, which ends at once when the link is closed. */
export async function openedDelivery(
  deps: ProtocolDeps,
  cookies: CookieReader,
  deliveryId: string,
): Promise<LinkWithRecipient> {
  const { sessionSigner, clock } = deps;
  const claim = sessionSigner.open(cookies.get(cookieName(deliveryId)) ?? '');
  const [id, linkId, ends] = claim?.split('/') ?? [];
  if (id !== deliveryId || !linkId || Number(ends) <= clock.now().getTime()) {
    return fail('delivery_session_missing');
  }
  return requireOpenLink(deps, linkId);
}

/**
 * A link that opens its letter at this moment. Asked once more after reading: what an owner writes
 * who has taken the letter back is not for its recipient.
 */
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
