import type { InvitationResult } from '@zavet/contract/contacts/contact-schemas';
import type { Caller, Owner } from '../../platform/http/route.ts';
import { recordSecurityEvent } from '../account/account-face.ts';
import type { ContactParts } from './contact-parts.ts';
import { handOverInvitation } from './hand-over-invitation.ts';
import { issueInvitation } from './issue-invitation.ts';
import { lockOwnContact, moveContact } from './move-contact.ts';

/** Mails a new invitation. The code and the link of the one before end. */
export async function inviteContact(
  parts: ContactParts,
  { user_id }: Owner,
  contactId: string,
  ownerName: string | undefined,
  caller: Caller,
): Promise<InvitationResult> {
  const { database, clock } = parts;
  const { contact, invitation } = await database.transaction(async () => {
    const locked = await lockOwnContact(parts, user_id, contactId);
    const invited = await moveContact(parts, locked, 'invited');
    await recordSecurityEvent(database, user_id, 'contact_invited', caller, clock.now());
    return {
      contact: invited,
      invitation: await issueInvitation(parts, contactId, ownerName || null),
    };
  });
  const { result } = await handOverInvitation(parts, contact, invitation);
  return result;
}
