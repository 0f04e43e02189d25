import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, localeField, nothing, timestamp } from '../fields.ts';
import { linkInput } from '../identity/account-schemas.ts';
import { contactStatuses } from './contact-rules.ts';

const linkLimit = { per: 'address', max: 60, seconds: hour } as const;

/** What an invited person may know before answering. */
const invitationView = z.object({
  owner_name: z.string().nullable(),
  owner_email: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  preferred_language: localeField,
  status: z.enum(contactStatuses),
  /** The owner's protocol was activated before this person answered: who did it, and when. */
  active_protocol: z
    .object({ activated_by: z.string().nullable(), activated_at: timestamp })
    .nullable(),
  expires_at: timestamp,
});
export type InvitationView = z.input<typeof invitationView>;

export const invitationEndpoints = {
  openInvitation: defineEndpoint({
    id: 'open-invitation',
    summary: 'What is asked of the person who got the invitation with this token.',
    method: 'POST',
    path: '/invitation',
    callers: 'anyone',
    body: linkInput,
    output: invitationView,
    errors: ['link_invalid', 'link_expired'],
    limits: [linkLimit],
  }),
  acceptInvitation: defineEndpoint({
    id: 'accept-invitation',
    summary: 'Agree to be a trusted contact. Can be repeated.',
    method: 'POST',
    path: '/invitation/accept',
    callers: 'anyone',
    body: linkInput,
    output: invitationView,
    errors: ['link_invalid', 'link_expired'],
    limits: [linkLimit],
  }),
  declineInvitation: defineEndpoint({
    id: 'decline-invitation',
    summary: 'Refuse to be a trusted contact. The owner is told. Can be repeated.',
    method: 'POST',
    path: '/invitation/decline',
    callers: 'anyone',
    body: linkInput,
    output: invitationView,
    errors: ['link_invalid', 'link_expired', 'contact_activated'],
    limits: [linkLimit],
  }),
} as const;

/** What a contact is asked once a year, and how it stands. */
const reconfirmationView = z.object({
  owner_name: z.string().nullable(),
  owner_email: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  preferred_language: localeField,
  status: z.enum(contactStatuses),
  is_answered: z.boolean(),
});

export const reconfirmationEndpoints = {
  openReconfirmation: defineEndpoint({
    id: 'open-still-here',
    summary: 'What the contact who got the yearly question with this token is asked.',
    method: 'POST',
    path: '/still-here',
    callers: 'anyone',
    body: linkInput,
    output: reconfirmationView,
    errors: ['link_invalid', 'link_expired'],
    limits: [linkLimit],
  }),
  answerReconfirmation: defineEndpoint({
    id: 'answer-still-here',
    summary: 'Say by the link that the contact is still there. Can be repeated.',
    method: 'POST',
    path: '/still-here/yes',
    callers: 'anyone',
    body: linkInput,
    output: reconfirmationView,
    errors: ['link_invalid', 'link_expired'],
    limits: [linkLimit],
  }),
  declineReconfirmation: defineEndpoint({
    id: 'decline-still-here',
    summary: 'Say by the link that the contact can no longer do it. The owner is told.',
    method: 'POST',
    path: '/still-here/no',
    callers: 'anyone',
    body: linkInput,
    output: reconfirmationView,
    errors: ['link_invalid', 'link_expired', 'contact_activated'],
    limits: [linkLimit],
  }),
  reconfirmAsContact: defineEndpoint({
    id: 'confirm-still-here',
    summary: 'Say as the signed-in contact that one is still there.',
    method: 'POST',
    path: '/legacies/{id}/still-here',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    output: nothing,
    errors: ['legacy_not_found'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
} as const;
export type ReconfirmationView = z.output<typeof reconfirmationView>;
