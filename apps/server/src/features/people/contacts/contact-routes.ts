import { contactCardEndpoints, contactEndpoints } from '@zavet/contract/people/contact-endpoints';
import {
  invitationEndpoints,
  reconfirmationEndpoints,
} from '@zavet/contract/people/invitation-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { acceptInvitationByCode, answerInvitation, openInvitation } from './answer-invitation.ts';
import { confirmContact } from './confirm-contact.ts';
import { listContacts } from './contact-view.ts';
import { inviteContact } from './invite-contact.ts';
import { openCardByLink } from './open-card.ts';
import {
  answerReconfirmation,
  declineReconfirmation,
  openReconfirmation,
} from './reconfirmation/answer-reconfirmation.ts';
import { deleteContact } from './remove-contact.ts';
import { createContact, updateContact } from './write-contact.ts';

export function contactRoutes(ctx: Context): Route[] {
  return [
    route(contactEndpoints.listContacts, async ({ owner }) => ({
      contacts: await listContacts(ctx, owner),
      limit: ctx.config.maxTrustedContacts,
    })),
    route(contactEndpoints.createContact, ({ owner, body, caller }) =>
      createContact(ctx, owner, body, caller),
    ),
    route(contactEndpoints.updateContact, ({ owner, params, body, caller }) =>
      updateContact(ctx, owner, params.id, body, caller),
    ),
    route(contactEndpoints.deleteContact, ({ owner, params, query, caller }) =>
      deleteContact(ctx, owner, params.id, query.reassign_to, caller),
    ),
    route(contactEndpoints.sendConfirmationEmail, ({ owner, body, caller }) =>
      inviteContact(ctx, owner, body.p_contact_id, body.p_user_name, caller),
    ),
    route(contactEndpoints.confirmContact, async ({ owner, body, caller }) => {
      const { trusted_contact_id, confirmation_code } = body;
      await confirmContact(ctx, owner, trusted_contact_id, confirmation_code, caller);
      return { ok: true };
    }),
    route(invitationEndpoints.openInvitation, ({ body }) => openInvitation(ctx, body.token)),
    route(invitationEndpoints.acceptInvitation, ({ body }) =>
      answerInvitation(ctx, body.token, 'accepted'),
    ),
    route(invitationEndpoints.acceptInvitationByCode, async ({ owner, body }) => {
      await acceptInvitationByCode(ctx, owner, body.confirmation_code);
      return {};
    }),
    route(invitationEndpoints.declineInvitation, ({ body }) =>
      answerInvitation(ctx, body.token, 'declined'),
    ),
    route(contactCardEndpoints.openContactCard, ({ body }) => openCardByLink(ctx, body.token)),
    route(reconfirmationEndpoints.openReconfirmation, ({ body }) =>
      openReconfirmation(ctx, body.token),
    ),
    route(reconfirmationEndpoints.answerReconfirmation, ({ body }) =>
      answerReconfirmation(ctx, body.token),
    ),
    route(reconfirmationEndpoints.declineReconfirmation, ({ body }) =>
      declineReconfirmation(ctx, body.token),
    ),
  ];
}
