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

const supportText = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(limits.supportMessageMaxLength, 'too_long');

/** Made by the browser; makes a repeated call idempotent. */
const supportDraftId = z.uuid('invalid').toLowerCase().optional();

/** Only the message is required. */
export const supportInput = z.object({
  draft_id: supportDraftId,
  name: line(limits.nameMaxLength).default(''),
  /** Address for the answer. */
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
  /** Shown to both sides. */
  reference: z.string(),
  category: z.enum(supportCategories),
  subject: z.string(),
  message: z.string(),
  user_email: z.string(),
  status: z.enum(supportStatuses),
  created_at: timestamp,
  /** Promised time of the answer, by the tier on the day of writing. */
  answer_by: timestamp,
  answered_at: timestamp.nullable(),
  /** Messages after the first, oldest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      author: z.enum(supportAuthors),
      /** Empty if the record is damaged. */
      text: z.string(),
      created_at: timestamp,
    }),
  ),
});
export type SupportRequestView = z.input<typeof supportRequestView>;

const supportView = z.object({
  support_email: z.string(),
  tier: z.enum(supportTiers),
  answer_hours: z.number().int(),
  /** Newest first. */
  requests: z.array(supportRequestView),
});
export type SupportView = z.input<typeof supportView>;

export const supportEndpoints = {
  getSupport: defineEndpoint({
    id: 'get-support',
    summary: 'Contact details and promises of the support, and the requests of the account.',
    route: 'GET /support',
    callers: 'owner',
    output: supportView,
  }),
  sendSupportEmail: defineEndpoint({
    id: 'send-support-email',
    summary: 'Write to support. The request is stored and mailed to the support mailbox.',
    route: 'POST /support/requests',
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
    summary: 'Add a message to a request. Reopens an answered one.',
    route: 'POST /support/requests/{id}/messages',
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

/** One line, because it may be part of a mail header. */
function line(maxLength: number) {
  return z
    .string('invalid')
    .trim()
    .regex(/^\P{Cc}*$/u, 'invalid')
    .max(maxLength, 'too_long');
}

const supportRow = z.object({
  id: z.string(),
  reference: z.string(),
  category: z.enum(supportCategories),
  tier: z.enum(supportTiers),
  status: z.enum(supportStatuses),
  /** Empty if missing or damaged. */
  subject: z.string(),
  created_at: timestamp,
  answer_by: timestamp,
  answered_at: timestamp.nullable(),
  is_overdue: z.boolean(),
  /** The last answer was refused by a mail server and is only shown in the author's settings. */
  is_answer_refused: z.boolean(),
});
export type SupportRow = z.input<typeof supportRow>;

const supportThread = supportRow.extend({
  name: z.string(),
  /** Address for the answer. */
  user_email: z.string(),
  account_email: z.string(),
  /** Empty if the record is damaged. */
  message: z.string(),
  /** Messages after the first, oldest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      author: z.enum(supportAuthors),
      text: z.string(),
      created_at: timestamp,
      /** State of its mail. */
      mail_state: z.enum(supportMailStates),
    }),
  ),
});
export type SupportThread = z.input<typeof supportThread>;

export const supportAnswer = z.object({
  draft_id: supportDraftId,
  text: supportText,
  /** Number of messages that the operator has read; refuses an answer to an outdated thread. */
  seen_messages: z
    .number('invalid')
    .int('invalid')
    .min(0)
    .max(2 * limits.supportMessagesPerRequest),
});
export type SupportAnswer = z.output<typeof supportAnswer>;

export const supportDeskEndpoints = {
  listSupportRequests: defineEndpoint({
    id: 'list-support-requests',
    summary: 'Open requests by promised time, or the latest answered ones.',
    route: 'GET /operator/support',
    callers: 'operator',
    query: z.object({
      state: z.enum(['open', 'answered'], 'invalid').default('open'),
      /** Last id of the previous page. */
      after: idField.optional(),
    }),
    output: z.object({ requests: z.array(supportRow), next: z.string().nullable() }),
  }),
  getSupportRequest: defineEndpoint({
    id: 'get-support-request',
    summary: 'One request with all messages.',
    route: 'GET /operator/support/{id}',
    callers: 'operator',
    params: idParams,
    output: z.object({ request: supportThread }),
    errors: ['not_found'],
  }),
  answerSupportRequest: defineEndpoint({
    id: 'answer-support-request',
    summary: "Answer a request by mail. The answer is also shown in the author's settings.",
    route: 'POST /operator/support/{id}/answers',
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
    summary: 'Mark a request as answered elsewhere.',
    route: 'POST /operator/support/{id}/settlement',
    callers: 'operator',
    proof: 'recent',
    params: idParams,
    output: z.object({ request: supportThread }),
    errors: ['not_found'],
  }),
} as const;
