import { z } from 'zod';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';

/** What a recipient takes along, without an account: for the session of an opened link. */
export const keepsakeEndpoints = {
  downloadKeepsake: defineEndpoint({
    id: 'download-keepsake',
    summary:
      'All letters that came to the same person with this one, to read and to print, with their files, as one ZIP.',
    method: 'GET',
    path: '/deliveries/{id}/keepsake',
    callers: 'anyone',
    params: z.object({ id: idField }),
    output: 'bytes',
    errors: [
      'delivery_session_missing',
      'letter_taken_back',
      'content_unreadable',
      'file_storage_unavailable',
    ],
    limits: [{ per: 'address', max: 60, seconds: 3600 }],
  }),
} as const;
