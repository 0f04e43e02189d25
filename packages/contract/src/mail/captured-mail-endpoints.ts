import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const id = z.object({ id: z.string().min(1).max(200) });

export const capturedMailSummary = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  captured_at: z.iso.datetime(),
});

export const capturedMailView = capturedMailSummary.extend({
  from: z.string(),
  /** Present if different from the sender. */
  reply_to: z.string().optional(),
  message_id: z.string(),
  text: z.string(),
});

/** Local mailbox for development without a mail server. */
export const capturedMailEndpoints = {
  listCapturedMails: defineEndpoint({
    id: 'list-captured-mails',
    summary: 'Captured mails, newest first.',
    route: 'GET /dev/mails',
    callers: 'developer',
    output: z.object({ mails: z.array(capturedMailSummary) }),
  }),
  getCapturedMail: defineEndpoint({
    id: 'get-captured-mail',
    summary: 'One captured mail with its text.',
    route: 'GET /dev/mails/{id}',
    callers: 'developer',
    params: id,
    output: capturedMailView,
    errors: ['not_found'],
  }),
  getCapturedMailHtml: defineEndpoint({
    id: 'get-captured-mail-html',
    summary: 'The HTML part of a captured mail, in a sandbox.',
    route: 'GET /dev/mails/{id}/html',
    callers: 'developer',
    params: id,
    output: 'html',
    errors: ['not_found'],
  }),
} as const;
