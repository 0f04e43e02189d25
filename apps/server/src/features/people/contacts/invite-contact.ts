import type { InvitationResult } from '@zavet/contract/people/contact-endpoints';
import type { Context } from '../../../context.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { handOverInvitation } from './hand-over-invitation.ts';
import { issueInvitation } from './issue-invitation.ts';
import { lockOwnContact, moveContact } from './move-contact.ts';

/** Mails a new invitation. The code and the link of the one before end. */
export async function inviteContact(
  ctx: Context,
  { user_id }: Owner,
  contactId: string,
  ownerName: string | undefined,
  caller: Caller,
): Promise<InvitationResult> {
  const { database, clock } = ctx;
  const { contact, invitation } = await database.transaction(async () => {
    const locked = await lockOwnContact(ctx, user_id, contactId);
    const invited = await moveContact(ctx, locked, 'invited');
    await recordSecurityEvent(database, user_id, 'contact_invited', caller, clock.now());
    return {
      contact: invited,
      invitation: await issueInvitation(ctx, contactId, ownerName || null),
    };
  });
  const { result } = await handOverInvitation(ctx, contact, invitation);
  return result;
}
