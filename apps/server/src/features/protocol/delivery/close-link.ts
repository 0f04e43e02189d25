import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser } from '../../identity/account/index.ts';
import { type OpenLetter, requireOpenLink } from './delivery-session.ts';
import { recordForLetters } from './envelope-repository.ts';
import { resendLetter } from './resend-letter.ts';

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
    const isClosed = await resendLetter(ctx, { id, activation_id }, new Date(link.expires_at));
    if (!isClosed) fail('delivery_session_missing');
    await recordForLetters(database, id, 'link_closed', clock.now());
  });
}
