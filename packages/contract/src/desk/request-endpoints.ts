import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { idField, idParams, timestamp } from '../fields.ts';
import {
  activationStatuses,
  approvalBases,
  doubtVerdicts,
  operatorRejections,
  rejectionReasons,
  requestReasons,
  requestTerms,
  singleStepBases,
} from '../protocol/protocol-values.ts';
import { requestDocument } from '../protocol/request-endpoints.ts';
import { codeInput, operatorAct, operatorCodeField } from './desk-endpoints.ts';

const note = z.string('invalid').trim().max(requestTerms.noteMaxLength, 'too_long').default('');

const person = z.object({ name: z.string().nullable(), email: z.string() });

/** A request in the list of the desk, the longest waiting first. */
const reviewRow = z.object({
  id: z.string(),
  status: z.enum(activationStatuses),
  reason: z.enum(requestReasons),
  owner: person,
  contact: person,
  filed_at: timestamp,
  documents: z.number().int(),
  decided_at: timestamp.nullable(),
  /** Nobody has answered, and somebody should have by now. */
  is_overdue: z.boolean(),
  /** An operator has seen a death certificate, and the second step is missing. */
  is_proposed: z.boolean(),
});
export type ReviewRow = z.input<typeof reviewRow>;

/** The steps of an approval by death certificate that may be open to an operator. */
const certificateSteps = ['propose', 'confirm', 'another_operator', 'later'] as const;

/** Everything an operator decides by; nothing of what the owner keeps. */
const reviewView = reviewRow.omit({ documents: true }).extend({
  /** Null once they were removed. */
  explanation: z.string().nullable(),
  documents: z.array(requestDocument),
  rejection: z.enum(rejectionReasons).nullable(),
  basis: z.enum(approvalBases).nullable(),
  note: z.string().nullable(),
  /** The next step of an approval by death certificate; null once it is decided. */
  certificate: z
    .object({
      step: z.enum(certificateSteps),
      proposed_at: timestamp.nullable(),
      /** The only operator may confirm from then on. */
      from: timestamp.nullable(),
    })
    .nullable(),
  /** What the owner decided. */
  rules: z.object({
    waiting_hours: z.number().int(),
    needs_second: z.boolean(),
    has_pin: z.boolean(),
    has_second_address: z.boolean(),
    has_stop_code: z.boolean(),
  }),
  /** The owner's last sign of life. */
  owner_seen_at: timestamp.nullable(),
  /** Earlier starts and requests about this owner, newest first. */
  earlier: z.array(
    z.object({
      id: z.string(),
      status: z.enum(activationStatuses),
      contact_name: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
  /** This operator is a contact of the owner, the owner or the one who asked, and decides nothing. */
  is_involved: z.boolean(),
  /** Confirmed contacts of this owner, the asking one included. */
  confirmed_contacts: z.number().int(),
});
export type ReviewView = z.input<typeof reviewView>;

/** The documents that the operator looked at. */
const seenDocuments = z.array(idField, 'required').max(requestTerms.documents, 'too_long');

const certificateErrors = [
  'not_found',
  'operator_involved',
  'review_closed',
  'protocol_already_active',
  'protocol_waiting',
  'certificate_needs_document',
  'documents_changed',
] as const;

export const reviewEndpoints = {
  listReviews: defineEndpoint({
    id: 'list-reviews',
    summary: 'Requests for an activation, open ones by their age, then decided ones.',
    method: 'GET',
    path: '/operator/requests',
    callers: 'operator',
    query: z.object({
      state: z.enum(['open', 'decided'], 'invalid').default('open'),
      /** The last id of the page before. */
      after: idField.optional(),
    }),
    output: z.object({ reviews: z.array(reviewRow), next: z.string().nullable() }),
  }),
  getReview: defineEndpoint({
    id: 'get-review',
    summary: 'One request with its explanation, its documents and what the owner’s rules say.',
    method: 'GET',
    path: '/operator/requests/{id}',
    callers: 'operator',
    params: idParams,
    output: z.object({ review: reviewView }),
    errors: ['not_found'],
  }),
  downloadReviewDocument: defineEndpoint({
    id: 'download-review-document',
    summary: 'A document of a request.',
    method: 'GET',
    path: '/operator/requests/{id}/documents/{document_id}',
    callers: 'operator',
    params: z.object({ id: idField, document_id: idField }),
    output: 'bytes',
    errors: ['not_found', 'content_unreadable', 'file_storage_unavailable'],
  }),
  approveReview: defineEndpoint({
    ...operatorAct,
    id: 'approve-review',
    summary: 'Let the contact proceed to the payment; a death certificate has steps of its own.',
    path: '/operator/requests/{id}/approval',
    body: z.object({ code: operatorCodeField, basis: z.enum(singleStepBases, 'invalid'), note }),
    errors: [
      'not_found',
      'operator_involved',
      'review_closed',
      'protocol_already_active',
      'protocol_waiting',
    ],
  }),
  proposeCertificate: defineEndpoint({
    ...operatorAct,
    id: 'propose-certificate',
    summary: 'First step of an approval by death certificate; the owner is notified.',
    path: '/operator/requests/{id}/certificate',
    body: z.object({ code: operatorCodeField, document_ids: seenDocuments, note }),
    errors: [...certificateErrors, 'certificate_already_proposed'],
  }),
  approveByCertificate: defineEndpoint({
    ...operatorAct,
    id: 'approve-by-certificate',
    summary: 'Second step, by another operator, or 24 hours later where there is only one.',
    path: '/operator/requests/{id}/certificate/approval',
    body: z.object({ code: operatorCodeField, document_ids: seenDocuments, note }),
    errors: [
      ...certificateErrors,
      'certificate_not_proposed',
      'second_operator_required',
      'certificate_too_soon',
    ],
  }),
  withdrawCertificate: defineEndpoint({
    ...operatorAct,
    id: 'withdraw-certificate',
    summary: 'Take the first step of an approval by death certificate back.',
    path: '/operator/requests/{id}/certificate/withdrawal',
    body: codeInput,
    errors: ['not_found', 'operator_involved', 'review_closed', 'certificate_not_proposed'],
  }),
  rejectReview: defineEndpoint({
    ...operatorAct,
    id: 'reject-review',
    summary: 'Say no, with a reason; the contact may ask again after 24 hours.',
    path: '/operator/requests/{id}/rejection',
    body: z.object({
      code: operatorCodeField,
      reason: z.enum(operatorRejections, 'invalid'),
      note,
    }),
    errors: ['not_found', 'operator_involved', 'review_closed'],
  }),
} as const;

/** A start that doubts of other contacts hold back. */
const doubtRow = z.object({
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

export const doubtEndpoints = {
  listDoubts: defineEndpoint({
    id: 'list-doubts',
    summary: 'Starts that are held back by a doubt, those due first.',
    method: 'GET',
    path: '/operator/doubts',
    callers: 'operator',
    output: z.object({ doubts: z.array(doubtRow) }),
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
export type DoubtRow = z.input<typeof doubtRow>;
