import type { Locale } from '@zavet/contract/locales';
import { fail } from '../../../platform/failure.ts';
import type { Cookies, Owner } from '../../../platform/http/route.ts';
import { findPerson } from '../../account/account-face.ts';
import { recordDeliveryEvents } from '../delivery/delivery-repository.ts';
import { findLinkWithRecipient, type LinkWithRecipient } from '../delivery/link-repository.ts';
import { isOwnContactEntry } from '../legacies/legacy-repository.ts';
import type { ProtocolParts } from '../protocol-parts.ts';
import { grantDelivery } from './delivery-session.ts';

interface Opened {
  delivery_id: string;
  language: Locale;
}

/** Exchanges the secret of a link for a short session. Every opening is recorded. */
export async function openLink(
  parts: ProtocolParts,
  token: string,
  cookies: Cookies,
): Promise<Opened> {
  const { database, linkTokens } = parts;
  const link = await findLinkWithRecipient(database, { digest: linkTokens.digestOf(token) });
  if (!link) return fail('link_invalid');
  return open(parts, link, cookies);
}

/** The same for a trusted contact who is signed in and needs no mail. */
export async function openAsContact(
  parts: ProtocolParts,
  { user_id }: Owner,
  deliveryId: string,
  cookies: Cookies,
): Promise<Opened> {
  const link = await findLinkWithRecipient(parts.database, { delivery_id: deliveryId });
  if (!link?.contact_id) return fail('not_found');
  if (!(await isOwnContactEntry(parts.database, user_id, link.contact_id))) fail('not_found');
  return open(parts, link, cookies);
}

async function open(
  parts: ProtocolParts,
  link: LinkWithRecipient,
  cookies: Cookies,
): Promise<Opened> {
  const { database, clock } = parts;
  const now = clock.now();
  if (link.closed_at) return fail('link_closed');
  if (new Date(link.expires_at) <= now) return fail('link_expired');
  const owner = await findPerson(database, link.user_id);
  if (!owner) return fail('link_invalid');
  await recordDeliveryEvents(database, [{ delivery_id: link.id, kind: 'opened', created_at: now }]);
  grantDelivery(parts, cookies, link);
  return { delivery_id: link.id, language: link.contact_language ?? owner.language };
}
