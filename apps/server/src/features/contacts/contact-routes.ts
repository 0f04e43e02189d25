import { contactEndpoints } from '@zavet/contract/contacts/contact-endpoints';
import { invitationEndpoints } from '@zavet/contract/contacts/invitation-endpoints';
import { type Route, route } from '../../platform/http/route.ts';
import { answerInvitation, openInvitation } from './answer-invitation.ts';
import { confirmContact } from './confirm-contact.ts';
import type { ContactParts } from './contact-parts.ts';
import { createContact } from './create-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { inviteContact } from './invite-contact.ts';
import { listContacts } from './list-contacts.ts';
import { updateContact } from './update-contact.ts';

export function contactRoutes(parts: ContactParts): Route[] {
  return [
    route(contactEndpoints.listContacts, async ({ owner }) => ({
      contacts: await listContacts(parts, owner),
      limit: parts.maxContacts,
    })),
    route(contactEndpoints.createContact, ({ owner, body, caller }) =>
      createContact(parts, owner, body, caller),
    ),
    route(contactEndpoints.updateContact, ({ owner, params, body, caller }) =>
      updateContact(parts, owner, params.id, body, caller),
    ),
    route(contactEndpoints.deleteContact, ({ owner, params, query, caller }) =>
      deleteContact(parts, owner, params.id, query.reassign_to, caller),
    ),
    route(contactEndpoints.sendConfirmationEmail, ({ owner, body, caller }) =>
      inviteContact(parts, owner, body.p_contact_id, body.p_user_name, caller),
    ),
    route(contactEndpoints.confirmContact, async ({ owner, body, caller }) => {
      const { trusted_contact_id, confirmation_code } = body;
      await confirmContact(parts, owner, trusted_contact_id, confirmation_code, caller);
      return { ok: true };
    }),
    route(invitationEndpoints.openInvitation, ({ body }) => openInvitation(parts, body.token)),
    route(invitationEndpoints.acceptInvitation, ({ body }) =>
      answerInvitation(parts, body.token, 'accepted'),
    ),
    route(invitationEndpoints.declineInvitation, ({ body }) =>
      answerInvitation(parts, body.token, 'declined'),
    ),
  ];
}
