import { z } from 'zod';
import { linkInput } from '../account/account-schemas.ts';
import { localeField, timestamp } from '../account/fields.ts';
import { defineEndpoint } from '../endpoint.ts';
import { contactStatuses } from './contact-values.ts';

const linkLimit = { per: 'address', max: 60, seconds: 3600 } as const;

/** What an invited person may know before answering. */
export const invitationView = z.object({
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
