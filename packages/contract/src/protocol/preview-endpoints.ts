import { z } from 'zod';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { deliveryView } from './delivery-schemas.ts';
import { wouldReceive } from './preview-schemas.ts';

const byContact = z.object({ id: idField });

/** What an owner may see beforehand of what contacts will get. Nothing of it is recorded. */
export const previewEndpoints = {
  getWouldReceive: defineEndpoint({
    id: 'get-would-receive',
    summary:
      'What a contact would receive if the protocol were started now, and what nobody would.',
    method: 'GET',
    path: '/contacts/{id}/would-receive',
    callers: 'owner',
    params: byContact,
    output: wouldReceive,
    errors: ['contact_not_found'],
    // The headings of everything that waits are opened for it.
    limits: [{ per: 'account', max: 60, seconds: 60 }],
  }),
  previewDelivery: defineEndpoint({
    id: 'preview-delivery',
    summary:
      'A letter as its page would show it to a contact; its id is the instruction’s. Files are read as the owner’s.',
    method: 'GET',
    path: '/contacts/{id}/would-receive/{instruction_id}',
    callers: 'owner',
    params: byContact.extend({ instruction_id: idField }),
    output: deliveryView,
    errors: ['contact_not_found', 'not_found', 'content_unreadable'],
  }),
} as const;
