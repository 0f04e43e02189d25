import { contactCardEndpoints } from '@zavet/contract/contacts/contact-card-endpoints';
import { contactEndpoints } from '@zavet/contract/contacts/contact-endpoints';
import { invitationEndpoints } from '@zavet/contract/contacts/invitation-endpoints';
import { stillHereEndpoints } from '@zavet/contract/contacts/still-here-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import { answerInvitation, openInvitation } from './answer-invitation.ts';
import { openCardByLink } from './card/open-card.ts';
import { confirmContact } from './confirm-contact.ts';
import type { ContactDeps } from './contact-deps.ts';
import { createContact } from './create-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { inviteContact } from './invite-contact.ts';
import { listContacts } from './list-contacts.ts';
import { updateContact } from './update-contact.ts';
import { answerStillHere, declineStillHere, openStillHere } from './yearly/answer-still-here.ts';

export function contactRoutes(deps: ContactDeps): Route[] {
  return [
    route(contactEndpoints.listContacts, async ({ owner }) => ({
      contacts: await listContacts(deps, owner),
      limit: deps.maxContacts,
    })),
    route(contactEndpoints.createContact, ({ owner, body, caller }) =>
      createContact(deps, owner, body, caller),
    ),
    route(contactEndpoints.updateContact, ({ owner, params, body, caller }) =>
      updateContact(deps, owner, params.id, body, caller),
    ),
    route(contactEndpoints.deleteContact, ({ owner, params, query, caller }) =>
      deleteContact(deps, owner, params.id, query.reassign_to, caller),
    ),
    route(contactEndpoints.sendConfirmationEmail, ({ owner, body, caller }) =>
      inviteContact(deps, owner, body.p_contact_id, body.p_user_name, caller),
    ),
    route(contactEndpoints.confirmContact, async ({ owner, body, caller }) => {
      const { trusted_contact_id, confirmation_code } = body;
      await confirmContact(deps, owner, trusted_contact_id, confirmation_code, caller);
      return { ok: true };
    }),
    route(invitationEndpoints.openInvitation, ({ body }) => openInvitation(deps, body.token)),
    route(invitationEndpoints.acceptInvitation, ({ body }) =>
      answerInvitation(deps, body.token, 'accepted'),
    ),
    route(invitationEndpoints.declineInvitation, ({ body }) =>
      answerInvitation(deps, body.token, 'declined'),
    ),
    route(contactCardEndpoints.openContactCard, ({ body }) => openCardByLink(deps, body.token)),
    route(stillHereEndpoints.openStillHere, ({ body }) => openStillHere(deps, body.token)),
    route(stillHereEndpoints.answerStillHere, ({ body }) => answerStillHere(deps, body.token)),
    route(stillHereEndpoints.declineStillHere, ({ body }) => declineStillHere(deps, body.token)),
  ];
}
