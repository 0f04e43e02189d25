import { z } from 'zod';
import { linkInput } from '../account/account-schemas.ts';
import { localeField, nothing } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { deliveryView, letterOfReader } from './delivery-schemas.ts';

const byId = z.object({ id: idField });

const openedDelivery = z.object({ delivery_id: z.string(), language: localeField });

/** What a recipient does at /delivery, without an account: the link first, then a short session. */
export const deliveryEndpoints = {
  openDeliveryLink: defineEndpoint({
    id: 'open-delivery-link',
    summary: 'Exchange the token of a delivery’s link for a short session.',
    method: 'POST',
    path: '/delivery-links/opening',
    callers: 'anyone',
    body: linkInput,
    output: openedDelivery,
    errors: ['link_invalid', 'link_expired', 'link_closed', 'letter_taken_back'],
    limits: [{ per: 'address', max: 120, seconds: 3600 }],
  }),
  getDelivery: defineEndpoint({
    id: 'get-delivery',
    summary: 'The delivered instruction, for anyone who has opened its link.',
    method: 'GET',
    path: '/deliveries/{id}',
    callers: 'anyone',
    params: byId,
    output: deliveryView,
    errors: ['delivery_session_missing', 'letter_taken_back', 'content_unreadable'],
  }),
  listDeliveredLetters: defineEndpoint({
    id: 'list-delivered-letters',
    summary: 'All letters that came to the same person with this one, itself included.',
    method: 'GET',
    path: '/deliveries/{id}/letters',
    callers: 'anyone',
    params: byId,
    output: z.object({ letters: z.array(letterOfReader) }),
    errors: ['delivery_session_missing', 'letter_taken_back'],
  }),
  openDeliveredLetter: defineEndpoint({
    id: 'open-delivered-letter',
    summary: 'Let the session of one letter read another one that came to the same person.',
    method: 'POST',
    path: '/deliveries/{id}/letters/{letter_id}/opening',
    callers: 'anyone',
    params: byId.extend({ letter_id: idField }),
    output: openedDelivery,
    errors: ['delivery_session_missing', 'letter_taken_back', 'not_found'],
    limits: [{ per: 'address', max: 600, seconds: 3600 }],
  }),
  downloadDeliveredFile: defineEndpoint({
    id: 'download-delivered-file',
    summary: 'A file of the delivered instruction.',
    method: 'GET',
    path: '/deliveries/{id}/files/{file_id}',
    callers: 'anyone',
    params: byId.extend({ file_id: idField }),
    output: 'bytes',
    errors: [
      'delivery_session_missing',
      'letter_taken_back',
      'not_found',
      'content_unreadable',
      'file_storage_unavailable',
    ],
  }),
  downloadDeliveredFiles: defineEndpoint({
    id: 'download-all-delivered-files',
    summary: 'All files of the delivered instruction as one ZIP.',
    method: 'GET',
    path: '/deliveries/{id}/files.zip',
    callers: 'anyone',
    params: byId,
    output: 'bytes',
    errors: [
      'delivery_session_missing',
      'letter_taken_back',
      'not_found',
      'content_unreadable',
      'file_storage_unavailable',
    ],
  }),
  closeDeliveryLink: defineEndpoint({
    id: 'close-delivery-link',
    summary: 'Close a link that others have seen. A new one goes to the recipient’s own address.',
    method: 'POST',
    path: '/deliveries/{id}/closing',
    callers: 'anyone',
    params: byId,
    output: nothing,
    errors: ['delivery_session_missing', 'letter_taken_back'],
    limits: [{ per: 'address', max: 10, seconds: 3600 }],
  }),
} as const;
