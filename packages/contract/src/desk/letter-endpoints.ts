import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { emailField, idField, idParams, timestamp } from '../fields.ts';
import { operatorCodeField } from './desk-endpoints.ts';

/** `unknown_address`: the server rejected the address itself. */
const letterRefusals = ['temporary', 'permanent', 'unknown_address'] as const;

/** Persons who may correct the address. `none`: it is not the cause, or was corrected before. */
const letterCorrectors = ['activator', 'operator', 'none'] as const;

/** An undelivered mail with all letters to one person, without contents. */
const letterRow = z.object({
  id: z.string(),
  owner: z.object({ name: z.string().nullable(), email: z.string() }),
  /** As named by the owner; null for a further recipient, whose address is sealed. */
  contact: z.object({ name: z.string(), email: z.string() }).nullable(),
  letters: z.number().int(),
  state: z.enum(['queued', 'unreachable']),
  refusal: z.enum(letterRefusals),
  /** Accepted by a mail server, then bounced. */
  is_bounced: z.boolean(),
  /** Status of the last SMTP reply, such as `550 5.1.1`, without its text. */
  smtp_code: z.string().nullable(),
  /** Number of refusals since the mail was last queued. */
  tries: z.number().int(),
  written_at: timestamp,
  refused_since: timestamp,
  last_tried_at: timestamp,
  /** Time of the next attempt; null after the last one. */
  next_try_at: timestamp.nullable(),
  is_under_way: z.boolean(),
  is_corrected: z.boolean(),
  /** The contact who activated the protocol. */
  activator: z.object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    account: z.enum(['confirmed', 'unconfirmed', 'gone']),
    is_contact: z.boolean(),
  }),
  corrected_by: z.enum(letterCorrectors),
  /** The operator is the owner or named by the owner, so another operator must act. */
  is_involved: z.boolean(),
});
export type LetterRow = z.input<typeof letterRow>;

export const correctedLetterAddress = z.object({ recipient_email: emailField });

export const letterEndpoints = {
  listLetters: defineEndpoint({
    id: 'list-letters',
    summary: 'Undelivered letters, oldest first.',
    route: 'GET /operator/letters',
    callers: 'operator',
    query: z.object({
      /** Last id of the previous page. */
      after: idField.optional(),
    }),
    output: z.object({ letters: z.array(letterRow), next: z.string().nullable() }),
  }),
  retryLetter: defineEndpoint({
    id: 'retry-letter',
    summary: 'Queue a letter again with a new count of attempts.',
    route: 'POST /operator/letters/{id}/tries',
    callers: 'operator',
    proof: 'recent',
    params: idParams,
    errors: ['not_found', 'operator_involved', 'letter_not_refused', 'delivery_under_way'],
    limits: [{ per: 'account', max: 600, seconds: hour }],
  }),
  correctLetterAddress: defineEndpoint({
    id: 'correct-letter-address',
    summary:
      'Correct the address of a mail in place of a removed contact: once, for all its letters.',
    route: 'PUT /operator/letters/{id}/address',
    callers: 'operator',
    asksForCode: true,
    params: idParams,
    body: correctedLetterAddress.extend({ code: operatorCodeField }),
    errors: [
      'not_found',
      'operator_involved',
      'activator_can_correct',
      'address_not_correctable',
      'delivery_under_way',
      'no_changes',
    ],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
} as const;
