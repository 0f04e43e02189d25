import { z } from 'zod';
import { linkInput } from '../account/account-schemas.ts';
import { localeField, nothing } from '../account/fields.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idField } from './contact-schemas.ts';
import { contactStatuses } from './contact-values.ts';

const linkLimit = { per: 'address', max: 60, seconds: 3600 } as const;

/** What a contact is asked once a year, and how it stands. */
export const stillHereView = z.object({
  owner_name: z.string().nullable(),
  owner_email: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  preferred_language: localeField,
  status: z.enum(contactStatuses),
  is_answered: z.boolean(),
});
export type StillHereView = z.output<typeof stillHereView>;

export const stillHereEndpoints = {
  openStillHere: defineEndpoint({
    id: 'open-still-here',
    summary: 'What the contact who got the yearly question with this token is asked.',
    method: 'POST',
    path: '/still-here',
    callers: 'anyone',
    body: linkInput,
    output: stillHereView,
    errors: ['link_invalid', 'link_expired'],
    limits: [linkLimit],
  }),
  answerStillHere: defineEndpoint({
    id: 'answer-still-here',
    summary: 'Say by the link that the contact is still there. Can be repeated.',
    method: 'POST',
    path: '/still-here/yes',
    callers: 'anyone',
    body: linkInput,
    output: stillHereView,
    errors: ['link_invalid', 'link_expired'],
    limits: [linkLimit],
  }),
  declineStillHere: defineEndpoint({
    id: 'decline-still-here',
    summary: 'Say by the link that the contact can no longer do it. The owner is told.',
    method: 'POST',
    path: '/still-here/no',
    callers: 'anyone',
    body: linkInput,
    output: stillHereView,
    errors: ['link_invalid', 'link_expired', 'contact_activated'],
    limits: [linkLimit],
  }),
  confirmStillHere: defineEndpoint({
    id: 'confirm-still-here',
    summary: 'Say as the signed-in contact that one is still there.',
    method: 'POST',
    path: '/legacies/{id}/still-here',
    callers: 'owner',
    proof: 'recent',
    params: z.object({ id: idField }),
    output: nothing,
    errors: ['legacy_not_found'],
    limits: [{ per: 'account', max: 60, seconds: 3600 }],
  }),
} as const;
