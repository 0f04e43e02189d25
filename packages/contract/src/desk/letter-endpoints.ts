import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { emailField, idField, idParams, nothing, timestamp } from '../fields.ts';
import { operatorCodeField } from './desk-endpoints.ts';

/** How mail servers refuse; `unknown_address` says that the address itself is wrong. */
export const letterRefusals = ['temporary', 'permanent', 'unknown_address'] as const;

/** Whose turn it is to correct an address. `nobody`: the address is not what is wrong, or it was corrected. */
export const letterCorrectors = ['activator', 'operator', 'nobody'] as const;

/** The mail with all letters to one person that did not arrive, without anything that stands in them. */
export const letterRow = z.object({
  id: z.string(),
  owner: z.object({ name: z.string().nullable(), email: z.string() }),
  /** As the owner named the contact; null for a further recipient, whose address is sealed. */
  contact: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** How many letters are in it. */
  letters: z.number().int(),
  state: z.enum(['queued', 'unreachable']),
  refusal: z.enum(letterRefusals),
  /** Taken at first; a mail server further on said that it does not arrive. */
  is_bounced: z.boolean(),
  /** The figures of the mail server's last reply, such as `550 5.1.1`, and none of its words. */
  smtp_code: z.string().nullable(),
  /** How often it was refused since it was last queued. */
  tries: z.number().int(),
  written_at: timestamp,
  refused_since: timestamp,
  last_tried_at: timestamp,
  /** Null once it was given up. */
  next_try_at: timestamp.nullable(),
  is_under_way: z.boolean(),
  is_corrected: z.boolean(),
  /** The contact who activated. */
  activator: z.object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    account: z.enum(['confirmed', 'unconfirmed', 'gone']),
    is_contact: z.boolean(),
  }),
  corrected_by: z.enum(letterCorrectors),
  /** The owner is this operator or has named them: another operator acts. */
  is_involved: z.boolean(),
});
export type LetterRow = z.input<typeof letterRow>;

export const correctedLetterAddress = z.object({ recipient_email: emailField });

export const letterEndpoints = {
  listLetters: defineEndpoint({
    id: 'list-letters',
    summary: 'Letters that did not arrive, the oldest first.',
    method: 'GET',
    path: '/operator/letters',
    callers: 'operator',
    query: z.object({
      /** The last id of the page before. */
      after: idField.optional(),
    }),
    output: z.object({ letters: z.array(letterRow), next: z.string().nullable() }),
  }),
  tryLetterAgain: defineEndpoint({
    id: 'try-letter-again',
    summary: 'Queue a letter anew; its tries are counted from the beginning.',
    method: 'POST',
    path: '/operator/letters/{id}/tries',
    callers: 'operator',
    proof: 'recent',
    params: idParams,
    output: nothing,
    errors: ['not_found', 'operator_involved', 'letter_not_refused', 'delivery_under_way'],
    limits: [{ per: 'account', max: 600, seconds: hour }],
  }),
  correctLetterAddress: defineEndpoint({
    id: 'correct-letter-address',
    summary:
      'Fix the address of a mail in place of a contact who is gone; once, for all letters in it.',
    method: 'PUT',
    path: '/operator/letters/{id}/address',
    callers: 'operator',
    asksForCode: true,
    params: idParams,
    body: correctedLetterAddress.extend({ code: operatorCodeField }),
    output: nothing,
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
