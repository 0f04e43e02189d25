import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { emailField, idField, idParams, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import {
  supportAuthors,
  supportCategories,
  supportMailStates,
  supportStatuses,
  supportTiers,
} from './support-values.ts';

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
    params: idParams,
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

/** A request in the list of the desk. */
export const supportRow = z.object({
  id: z.string(),
  reference: z.string(),
  category: z.enum(supportCategories),
  tier: z.enum(supportTiers),
  status: z.enum(supportStatuses),
  /** Empty where there is none, or where the record is damaged. */
  subject: z.string(),
  created_at: timestamp,
  answer_by: timestamp,
  answered_at: timestamp.nullable(),
  is_overdue: z.boolean(),
  /** A mail server refused the last answer: only the settings of its author show it. */
  is_answer_refused: z.boolean(),
});

/** A request as it is answered. */
export const supportThread = supportRow.extend({
  name: z.string(),
  /** Where the answer goes. */
  user_email: z.string(),
  account_email: z.string(),
  /** Empty where the record is damaged. */
  message: z.string(),
  /** What was written after the first message, oldest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      author: z.enum(supportAuthors),
      text: z.string(),
      created_at: timestamp,
      /** Of the mail that carries it. */
      mail_state: z.enum(supportMailStates),
    }),
  ),
});

export const supportAnswer = z.object({
  draft_id: supportDraftId,
  text: supportText,
  /** How many further messages the one who answers has read. */
  seen_messages: z
    .number('invalid')
    .int('invalid')
    .min(0)
    .max(2 * limits.supportMessagesPerRequest),
});

export const supportDeskEndpoints = {
  listSupportRequests: defineEndpoint({
    id: 'list-support-requests',
    summary: 'Requests that wait for an answer, by the promised time; or those answered last.',
    method: 'GET',
    path: '/operator/support',
    callers: 'operator',
    query: z.object({
      state: z.enum(['open', 'answered'], 'invalid').default('open'),
      /** The last id of the page before. */
      after: idField.optional(),
    }),
    output: z.object({ requests: z.array(supportRow), next: z.string().nullable() }),
  }),
  getSupportRequest: defineEndpoint({
    id: 'get-support-request',
    summary: 'One request with everything that was written in it.',
    method: 'GET',
    path: '/operator/support/{id}',
    callers: 'operator',
    params: idParams,
    output: z.object({ request: supportThread }),
    errors: ['not_found'],
  }),
  answerSupportRequest: defineEndpoint({
    id: 'answer-support-request',
    summary: 'Answer a request by mail; its author also reads the answer in the settings.',
    method: 'POST',
    path: '/operator/support/{id}/answers',
    callers: 'operator',
    proof: 'recent',
    params: idParams,
    body: supportAnswer,
    output: z.object({ request: supportThread }),
    errors: ['not_found', 'support_thread_changed', 'support_thread_full'],
    limits: [{ per: 'account', max: 120, seconds: hour }],
  }),
  settleSupportRequest: defineEndpoint({
    id: 'settle-support-request',
    summary: 'Note that a request was answered elsewhere.',
    method: 'POST',
    path: '/operator/support/{id}/settlement',
    callers: 'operator',
    proof: 'recent',
    params: idParams,
    output: z.object({ request: supportThread }),
    errors: ['not_found'],
  }),
} as const;
export type SupportRow = z.input<typeof supportRow>;
export type SupportThread = z.input<typeof supportThread>;
export type SupportAnswer = z.output<typeof supportAnswer>;
