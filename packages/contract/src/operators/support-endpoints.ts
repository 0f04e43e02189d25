import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { supportDraftId, supportText } from '../support/support-endpoints.ts';
import { supportTiers } from '../support/support-terms.ts';
import {
  supportAuthors,
  supportCategories,
  supportMailStates,
  supportStatuses,
} from '../support/support-values.ts';

const byId = z.object({ id: idField });

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
export type SupportRow = z.input<typeof supportRow>;

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
export type SupportThread = z.input<typeof supportThread>;

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
export type SupportAnswer = z.output<typeof supportAnswer>;

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
    errors: [],
  }),
  getSupportRequest: defineEndpoint({
    id: 'get-support-request',
    summary: 'One request with everything that was written in it.',
    method: 'GET',
    path: '/operator/support/{id}',
    callers: 'operator',
    params: byId,
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
    params: byId,
    body: supportAnswer,
    output: z.object({ request: supportThread }),
    errors: ['not_found', 'support_thread_changed', 'support_thread_full'],
    limits: [{ per: 'account', max: 120, seconds: 3600 }],
  }),
  settleSupportRequest: defineEndpoint({
    id: 'settle-support-request',
    summary: 'Note that a request was answered elsewhere.',
    method: 'POST',
    path: '/operator/support/{id}/settlement',
    callers: 'operator',
    proof: 'recent',
    params: byId,
    output: z.object({ request: supportThread }),
    errors: ['not_found'],
  }),
} as const;
