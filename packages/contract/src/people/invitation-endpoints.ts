import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, localeField, timestamp } from '../fields.ts';
import { mailedLink } from '../identity/account-schemas.ts';
import { confirmationCodeField } from './contact-endpoints.ts';
import { contactStatuses } from './contact-rules.ts';

/** An invitation as shown before the answer. */
const invitationView = z.object({
  owner_name: z.string().nullable(),
  owner_email: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  preferred_language: localeField,
  status: z.enum(contactStatuses),
  /** The owner's protocol was activated before this person answered. */
  active_protocol: z
    .object({ activated_by: z.string().nullable(), activated_at: timestamp })
    .nullable(),
  expires_at: timestamp,
});
export type InvitationView = z.input<typeof invitationView>;

export const invitationEndpoints = {
  openInvitation: defineEndpoint({
    ...mailedLink,
    id: 'open-invitation',
    summary: 'The invitation with this token.',
    route: 'POST /invitation',
    output: invitationView,
  }),
  acceptInvitation: defineEndpoint({
    ...mailedLink,
    id: 'accept-invitation',
    summary: 'Accept to be a trusted contact. Can be repeated.',
    route: 'POST /invitation/accept',
    output: invitationView,
  }),
  acceptInvitationByCode: defineEndpoint({
    id: 'accept-invitation-by-code',
    summary: 'Accept an invitation to the address of the account with its code.',
    route: 'POST /invitation/code',
    callers: 'owner',
    proof: 'recent',
    body: z.object({ confirmation_code: confirmationCodeField }),
    errors: ['invalid_code'],
    // Limits guessing: a code has only six characters.
    limits: [{ per: 'account', max: 20, seconds: hour }],
  }),
  declineInvitation: defineEndpoint({
    ...mailedLink,
    id: 'decline-invitation',
    summary: 'Decline to be a trusted contact. The owner is notified. Can be repeated.',
    route: 'POST /invitation/decline',
    output: invitationView,
    errors: ['link_invalid', 'link_expired', 'contact_activated'],
  }),
} as const;

/** A pending reconfirmation of a contact. */
const reconfirmationView = z.object({
  owner_name: z.string().nullable(),
  owner_email: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  preferred_language: localeField,
  status: z.enum(contactStatuses),
  is_answered: z.boolean(),
});
export type ReconfirmationView = z.output<typeof reconfirmationView>;

export const reconfirmationEndpoints = {
  openReconfirmation: defineEndpoint({
    ...mailedLink,
    id: 'open-reconfirmation',
    summary: 'The reconfirmation with this token.',
    route: 'POST /reconfirmation',
    output: reconfirmationView,
  }),
  answerReconfirmation: defineEndpoint({
    ...mailedLink,
    id: 'confirm-reconfirmation',
    summary: 'Reconfirm by the mailed link. Can be repeated.',
    route: 'POST /reconfirmation/yes',
    output: reconfirmationView,
  }),
  declineReconfirmation: defineEndpoint({
    ...mailedLink,
    id: 'decline-reconfirmation',
    summary: 'Decline a reconfirmation by the mailed link. The owner is notified.',
    route: 'POST /reconfirmation/no',
    output: reconfirmationView,
    errors: ['link_invalid', 'link_expired', 'contact_activated'],
  }),
  reconfirmAsContact: defineEndpoint({
    id: 'reconfirm-contact',
    summary: 'Reconfirm as the signed-in contact.',
    route: 'POST /legacies/{id}/reconfirmation',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    errors: ['legacy_not_found'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
} as const;
