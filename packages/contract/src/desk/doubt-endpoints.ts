import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { activationStatuses, doubtVerdicts } from '../protocol/protocol-values.ts';
import { operatorAction, operatorCodeField } from './desk-endpoints.ts';
import { personView } from './request-endpoints.ts';

/** A start on hold because of doubts. */
const doubtRow = z.object({
  /** Id of the start. */
  id: z.string(),
  status: z.enum(activationStatuses),
  owner: personView,
  /** The contact who started the protocol. */
  contact: personView,
  doubters: z.array(personView),
  doubted_at: timestamp,
  /** Time of the newest open doubt; the decision must repeat this value. */
  last_doubted_at: timestamp,
  decided_by: timestamp,
  is_overdue: z.boolean(),
  release_at: timestamp.nullable(),
  /** The operator is the owner or named by the owner, and may not decide. */
  is_involved: z.boolean(),
  /** The start was requested from the operators; its documents are at the desk. */
  has_request: z.boolean(),
});
export type DoubtRow = z.input<typeof doubtRow>;

export const doubtEndpoints = {
  listDoubts: defineEndpoint({
    id: 'list-doubts',
    summary: 'Starts on hold because of a doubt, by due date.',
    route: 'GET /operator/doubts',
    callers: 'operator',
    output: z.object({ doubts: z.array(doubtRow) }),
  }),
  decideDoubt: defineEndpoint({
    ...operatorAction,
    id: 'decide-doubt',
    summary:
      'Dismiss all doubts about a start, which continues, or uphold them, which ends it with a refund.',
    route: 'POST /operator/doubts/{id}/decision',
    body: z.object({
      code: operatorCodeField,
      verdict: z.enum(doubtVerdicts, 'invalid'),
      /**
       * The value from the list: a decision does not cover a doubt that the operator has not seen.
       */
      last_doubted_at: z.iso.datetime('invalid').max(40, 'invalid'),
    }),
    errors: ['not_found', 'review_closed', 'doubts_changed', 'operator_involved'],
  }),
} as const;
