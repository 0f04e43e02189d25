import { z } from 'zod';
import { emailField, timestamp } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { supportTiers } from './support-terms.ts';
import { supportAuthors, supportCategories, supportStatuses } from './support-values.ts';

const hour = 3600;

export const supportText = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(limits.supportMessageMaxLength, 'too_long');

/** Made by the browser, so that a repeated call does not write a second time. */
export const supportDraftId = z.uuid('invalid').toLowerCase().optional();

/** Only the message is asked for; everything else has its usual value. */
export const supportInput = z.object({
  draft_id: supportDraftId,
  name: line(limits.nameMaxLength).default(''),
  /** Where the answer is to go. */
  userEmail: emailField,
  category: z.enum(supportCategories, 'invalid').default('technical'),
  subject: line(limits.supportSubjectMaxLength).default(''),
  message: supportText,
});
export type SupportInput = z.output<typeof supportInput>;

export const supportReplyInput = z.object({ draft_id: supportDraftId, message: supportText });
export type SupportReplyInput = z.output<typeof supportReplyInput>;

export const supportRequestView = z.object({
  id: z.string(),
  /** What both sides call it. */
  reference: z.string(),
  category: z.enum(supportCategories),
  subject: z.string(),
  message: z.string(),
  user_email: z.string(),
  status: z.enum(supportStatuses),
  created_at: timestamp,
  /** When an answer is promised at the latest, by the tier of the day it was written. */
  answer_by: timestamp,
  answered_at: timestamp.nullable(),
  /** What was written after the first message, oldest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      author: z.enum(supportAuthors),
      /** Empty where the record is damaged. */
      text: z.string(),
      created_at: timestamp,
    }),
  ),
});
export type SupportRequestView = z.input<typeof supportRequestView>;

export const supportView = z.object({
  support_email: z.string(),
  tier: z.enum(supportTiers),
  answer_hours: z.number().int(),
  /** The latest ones, newest first. */
  requests: z.array(supportRequestView),
});
export type SupportView = z.input<typeof supportView>;

export const supportEndpoints = {
  getSupport: defineEndpoint({
    id: 'get-support',
    summary: 'How to reach the support, what it promises, and the requests of the account.',
    method: 'GET',
    path: '/support',
    callers: 'owner',
    output: supportView,
    errors: [],
  }),
  sendSupportEmail: defineEndpoint({
    id: 'send-support-email',
    summary: 'Write to the support. The request is kept and mailed to the support mailbox.',
    method: 'POST',
    path: '/support/requests',
    callers: 'owner',
    proof: 'recent',
    body: supportInput,
    output: z.object({ request: supportRequestView }),
    errors: [],
    limits: [
      { per: 'account', max: 5, seconds: hour },
      { per: 'account', max: 20, seconds: 24 * hour },
    ],
  }),
  replyToSupport: defineEndpoint({
    id: 'reply-to-support',
    summary: 'Write again in a request; after an answer that opens it anew.',
    method: 'POST',
    path: '/support/requests/{id}/messages',
    callers: 'owner',
    proof: 'recent',
    params: z.object({ id: idField }),
    body: supportReplyInput,
    output: z.object({ request: supportRequestView }),
    errors: ['not_found', 'support_thread_full'],
    limits: [
      { per: 'account', max: 10, seconds: hour },
      { per: 'account', max: 30, seconds: 24 * hour },
    ],
  }),
} as const;

/** One line of text: it may end up in the header of a mail. */
function line(maxLength: number) {
  return z
    .string('invalid')
    .trim()
    .regex(/^\P{Cc}*$/u, 'invalid')
    .max(maxLength, 'too_long');
}
