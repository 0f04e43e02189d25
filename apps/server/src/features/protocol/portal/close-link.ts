import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/new-id.ts';
import { lockUser } from '../../account/account-face.ts';
import { recordDeliveryEvents } from '../delivery/delivery-repository.ts';
import { orderProtocolMail } from '../protocol-mail.ts';
import type { ProtocolParts } from '../protocol-parts.ts';
import { closeLink, insertLink, type LinkWithRecipient } from './link-repository.ts';

/**
 * Closes a link that others have seen. A new one goes to the recipient's own address, so that
 * whoever presses the button, the letter is lost to nobody it was meant for.
 */
export function replaceLink(parts: ProtocolParts, link: LinkWithRecipient): Promise<void> {
  const { database, clock, jobs, linkTokens } = parts;
  return database.transaction(async () => {
    await lockUser(database, link.user_id);
    const now = clock.now();
    if (!(await closeLink(database, link.link_id, now))) fail('delivery_session_missing');
    const id = newId();
    await insertLink(database, {
      id,
      delivery_id: link.id,
      digest: linkTokens.digestOf(linkTokens.tokenOf(id)),
      expires_at: new Date(link.expires_at),
      created_at: now,
    });
    await recordDeliveryEvents(database, [
      { delivery_id: link.id, kind: 'link_closed', created_at: now },
    ]);
    await orderProtocolMail(jobs, { kind: 'delivery_link_renewed', link_id: id });
  });
}
