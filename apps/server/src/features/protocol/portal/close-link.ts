import { fail } from '../../../platform/failure.ts';
import { lockUser } from '../../account/account-face.ts';
import { recordDeliveryEvents } from '../delivery/delivery-repository.ts';
import type { LinkWithRecipient } from '../delivery/link-repository.ts';
import { resendLetter } from '../delivery/resend-letter.ts';
import type { ProtocolParts } from '../protocol-parts.ts';

/**
 * Closes a link that others have seen. A new one goes to the recipient's own address, so that
 * no matter who presses the button, the letter is lost to nobody it was meant for.
 */
export function closeLink(parts: ProtocolParts, link: LinkWithRecipient): Promise<void> {
  const { database, clock } = parts;
  return database.transaction(async () => {
    await lockUser(database, link.user_id);
    const isClosed = await resendLetter(parts, link, new Date(link.expires_at));
    if (!isClosed) fail('delivery_session_missing');
    await recordDeliveryEvents(database, [
      { delivery_id: link.id, kind: 'link_closed', created_at: clock.now() },
    ]);
  });
}
