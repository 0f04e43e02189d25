import { z } from 'zod';
import { linkInput } from '../account/account-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idField } from './contact-schemas.ts';

/** The card that a contact prints and keeps. */
export const contactCardEndpoints = {
  openContactCard: defineEndpoint({
    id: 'open-contact-card',
    summary: 'The card of the contact who accepted the invitation with this token, as a PDF.',
    method: 'POST',
    path: '/invitation/card',
    callers: 'anyone',
    body: linkInput,
    output: 'bytes',
    errors: ['link_invalid', 'link_expired', 'contact_not_confirmed'],
    limits: [{ per: 'address', max: 30, seconds: 3600 }],
  }),
  getContactCard: defineEndpoint({
    id: 'get-contact-card',
    summary: 'The own card as this trusted contact, as a PDF.',
    method: 'GET',
    path: '/legacies/{id}/card',
    callers: 'owner',
    params: z.object({ id: idField }),
    output: 'bytes',
    errors: ['legacy_not_found'],
    limits: [{ per: 'account', max: 60, seconds: 3600 }],
  }),
} as const;
