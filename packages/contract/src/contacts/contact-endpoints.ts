import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from './contact-schemas.ts';

const hour = 3600;
const invitationLimit = { per: 'account', max: 30, seconds: hour } as const;
const contactId = z.object({ id: schema.idField });

export const contactEndpoints = {
  listContacts: defineEndpoint({
    id: 'list-trusted-contacts',
    summary: 'The own trusted contacts, newest first.',
    method: 'GET',
    path: '/contacts',
    callers: 'owner',
    output: z.object({
      contacts: z.array(schema.contactView),
      /** 0 means that there is no limit. */
      limit: z.number().int(),
    }),
    errors: ['content_unreadable'],
  }),
  createContact: defineEndpoint({
    id: 'create-trusted-contact',
    summary: 'Name a trusted contact. An invitation with a code is mailed.',
    method: 'POST',
    path: '/contacts',
    callers: 'owner',
    proof: 'fresh',
    body: schema.contactInput,
    output: schema.savedContact,
    errors: ['contact_limit_reached', 'contact_email_taken', 'contact_is_owner'],
    limits: [invitationLimit],
  }),
  updateContact: defineEndpoint({
    id: 'update-trusted-contact',
    summary:
      'Change a trusted contact. Another e-mail makes it pending again and mails a new invitation.',
    method: 'PUT',
    path: '/contacts/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: contactId,
    body: schema.contactInput,
    output: schema.savedContact,
    errors: ['contact_not_found', 'contact_email_taken', 'contact_is_owner', 'contact_activated'],
    limits: [{ per: 'account', max: 120, seconds: hour }],
  }),
  deleteContact: defineEndpoint({
    id: 'delete-trusted-contact',
    summary:
      'Remove a trusted contact, also from the instructions; another one can take its place there.',
    method: 'DELETE',
    path: '/contacts/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: contactId,
    query: z.object({ reassign_to: schema.idField.optional() }),
    output: z.object({
      /** Instructions that named this person, and those that now name nobody. */
      affected_instructions: z.number().int(),
      orphaned_instructions: z.number().int(),
    }),
    errors: ['contact_not_found', 'contact_activated'],
  }),
  sendConfirmationEmail: defineEndpoint({
    id: 'send_confirmation_email',
    summary: 'Mail a new invitation with a new code. The former code and link end.',
    method: 'POST',
    path: '/contacts/confirmation-email',
    callers: 'owner',
    proof: 'fresh',
    body: schema.sendConfirmationInput,
    output: schema.invitationResult,
    errors: ['contact_not_found', 'already_confirmed', 'contact_activated'],
    limits: [invitationLimit],
  }),
  confirmContact: defineEndpoint({
    id: 'confirm-trusted-contact',
    summary: 'Confirm a trusted contact with the code that was mailed to that person.',
    method: 'POST',
    path: '/contacts/confirmation',
    callers: 'owner',
    proof: 'fresh',
    body: schema.confirmContactInput,
    output: z.object({ ok: z.literal(true) }),
    errors: [
      'contact_not_found',
      'already_confirmed',
      'invalid_code',
      'code_expired',
      'code_tries_exhausted',
      'contact_declined',
    ],
    limits: [{ per: 'account', max: 120, seconds: hour }],
  }),
} as const;
