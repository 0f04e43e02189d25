import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { defineEndpoint } from '../endpoint.ts';
import { activationStatuses, doubtVerdicts } from '../protocol/protocol-values.ts';
import { operatorAct, operatorCodeField } from './desk-endpoints.ts';

const person = z.object({ name: z.string().nullable(), email: z.string() });

/** A start that doubts of other contacts hold back. */
export const doubtRow = z.object({
  /** Of the start. */
  id: z.string(),
  status: z.enum(activationStatuses),
  owner: person,
  /** The contact who began. */
  contact: person,
  doubters: z.array(person),
  doubted_at: timestamp,
  /** The newest open doubt of the owner's contacts; a decision names it. */
  last_doubted_at: timestamp,
  decided_by: timestamp,
  is_overdue: z.boolean(),
  release_at: timestamp.nullable(),
  /** The operator may not decide: the owner is themself, or named them as a contact. */
  is_involved: z.boolean(),
  /** It began with a request, whose papers the desk shows. */
  has_request: z.boolean(),
});
export type DoubtRow = z.input<typeof doubtRow>;

export const doubtEndpoints = {
  listDoubts: defineEndpoint({
    id: 'list-doubts',
    summary: 'Starts that are held back by a doubt, those due first.',
    method: 'GET',
    path: '/operator/doubts',
    callers: 'operator',
    output: z.object({ doubts: z.array(doubtRow) }),
    errors: [],
  }),
  decideDoubt: defineEndpoint({
    ...operatorAct,
    id: 'decide-doubt',
    summary:
      'Dismiss all doubts about a start, so that it continues, or uphold them, so that it ends and the fee is refunded.',
    path: '/operator/doubts/{id}/decision',
    body: z.object({
      code: operatorCodeField,
      verdict: z.enum(doubtVerdicts, 'invalid'),
      /** As listed, so that no doubt is decided that the operator has not seen. */
      last_doubted_at: z.iso.datetime('invalid').max(40, 'invalid'),
    }),
    errors: ['not_found', 'review_closed', 'doubts_changed', 'operator_involved'],
  }),
} as const;
