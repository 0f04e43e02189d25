import type { InvitationResult } from '@zavet/contract/contacts/contact-schemas';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import type { ContactDeps } from './contact-deps.ts';
import { handOverInvitation } from './hand-over-invitation.ts';
import { issueInvitation } from './issue-invitation.ts';
import { lockOwnContact, moveContact } from './move-contact.ts';

/** Mails a new invitation. The code and the link of the one before end. */
export async function inviteContact(
  deps: ContactDeps,
  { user_id }: Owner,
  contactId: string,
  ownerName: string | undefined,
  caller: Caller,
): Promise<InvitationResult> {
  const { database, clock } = deps;
  const { contact, invitation } = await database.transaction(async () => {
    const locked = await lockOwnContact(deps, user_id, contactId);
    const invited = await moveContact(deps, locked, 'invited');
    await recordSecurityEvent(database, user_id, 'contact_invited', caller, clock.now());
    return {
      contact: invited,
      invitation: await issueInvitation(deps, contactId, ownerName || null),
    };
  });
  const { result } = await handOverInvitation(deps, contact, invitation);
  return result;
}
