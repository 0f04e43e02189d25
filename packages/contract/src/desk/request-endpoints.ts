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

/** A request in the list, longest waiting first. */
const reviewRow = z.object({
  id: z.string(),
  status: z.enum(activationStatuses),
  reason: z.enum(requestReasons),
  owner: person,
  contact: person,
  filed_at: timestamp,
  documents: z.number().int(),
  decided_at: timestamp.nullable(),
  /** Not answered in the promised time. */
  is_overdue: z.boolean(),
  /** An operator has checked a death certificate; the second step is missing. */
  is_proposed: z.boolean(),
});
export type ReviewRow = z.input<typeof reviewRow>;

/** Steps of an approval by death certificate, as open to the operator. */
const certificateSteps = ['propose', 'confirm', 'another_operator', 'later'] as const;

/** The facts for a decision, without the owner's content. */
const reviewView = reviewRow.omit({ documents: true }).extend({
  /** Null after removal. */
  explanation: z.string().nullable(),
  documents: z.array(requestDocument),
  rejection: z.enum(rejectionReasons).nullable(),
  basis: z.enum(approvalBases).nullable(),
  note: z.string().nullable(),
  /** Next step of an approval by death certificate; null once decided. */
  certificate: z
    .object({
      step: z.enum(certificateSteps),
      proposed_at: timestamp.nullable(),
      /** From this time the only operator may confirm. */
      from: timestamp.nullable(),
    })
    .nullable(),
  rules: z.object({
    waiting_hours: z.number().int(),
    needs_second: z.boolean(),
    has_pin: z.boolean(),
    has_second_address: z.boolean(),
    has_stop_code: z.boolean(),
  }),
  /** The owner's last activity. */
  owner_seen_at: timestamp.nullable(),
  /** Earlier starts and requests, newest first. */
  earlier: z.array(
    z.object({
      id: z.string(),
      status: z.enum(activationStatuses),
      contact_name: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
  /** The operator is the owner, a contact of the owner or the requester, and may not decide. */
  is_involved: z.boolean(),
  /** Including the requester. */
  confirmed_contacts: z.number().int(),
});
export type ReviewView = z.input<typeof reviewView>;

/** Documents that the operator has viewed. */
const viewedDocuments = z.array(idField, 'required').max(requestTerms.documents, 'too_long');

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
    summary: 'Activation requests: open ones, oldest first, or decided ones.',
    route: 'GET /operator/requests',
    callers: 'operator',
    query: z.object({
      state: z.enum(['open', 'decided'], 'invalid').default('open'),
      /** Last id of the previous page. */
      after: idField.optional(),
    }),
    output: z.object({ reviews: z.array(reviewRow), next: z.string().nullable() }),
  }),
  getReview: defineEndpoint({
    id: 'get-review',
    summary: "One request with its explanation, documents and the owner's settings.",
    route: 'GET /operator/requests/{id}',
    callers: 'operator',
    params: idParams,
    output: z.object({ review: reviewView }),
    errors: ['not_found'],
  }),
  downloadReviewDocument: defineEndpoint({
    id: 'download-review-document',
    summary: 'A document of a request.',
    route: 'GET /operator/requests/{id}/documents/{document_id}',
    callers: 'operator',
    params: z.object({ id: idField, document_id: idField }),
    output: 'bytes',
    errors: ['not_found', 'content_unreadable', 'file_storage_unavailable'],
  }),
  approveReview: defineEndpoint({
    ...operatorAct,
    id: 'approve-review',
    summary: 'Let the contact continue with the payment. A death certificate has its own steps.',
    route: 'POST /operator/requests/{id}/approval',
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
    summary: 'First step of an approval by death certificate. The owner is notified.',
    route: 'POST /operator/requests/{id}/certificate',
    body: z.object({ code: operatorCodeField, document_ids: viewedDocuments, note }),
    errors: [...certificateErrors, 'certificate_already_proposed'],
  }),
  approveByCertificate: defineEndpoint({
    ...operatorAct,
    id: 'approve-by-certificate',
    summary: 'Second step by another operator, or by the only one after 24 hours.',
    route: 'POST /operator/requests/{id}/certificate/approval',
    body: z.object({ code: operatorCodeField, document_ids: viewedDocuments, note }),
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
    summary: 'Withdraw the first step of an approval by death certificate.',
    route: 'POST /operator/requests/{id}/certificate/withdrawal',
    body: codeInput,
    errors: ['not_found', 'operator_involved', 'review_closed', 'certificate_not_proposed'],
  }),
  rejectReview: defineEndpoint({
    ...operatorAct,
    id: 'reject-review',
    summary: 'Reject with a reason. The contact may request again after 24 hours.',
    route: 'POST /operator/requests/{id}/rejection',
    body: z.object({
      code: operatorCodeField,
      reason: z.enum(operatorRejections, 'invalid'),
      note,
    }),
    errors: ['not_found', 'operator_involved', 'review_closed'],
  }),
} as const;

/** A start on hold because of doubts. */
const doubtRow = z.object({
  /** Id of the start. */
  id: z.string(),
  status: z.enum(activationStatuses),
  owner: person,
  /** The contact who started. */
  contact: person,
  doubters: z.array(person),
  doubted_at: timestamp,
  /** Newest open doubt; the decision must name it. */
  last_doubted_at: timestamp,
  decided_by: timestamp,
  is_overdue: z.boolean(),
  release_at: timestamp.nullable(),
  /** The operator is the owner or named by the owner, and may not decide. */
  is_involved: z.boolean(),
  /** The start began with a request, whose documents are at the desk. */
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
    ...operatorAct,
    id: 'decide-doubt',
    summary:
      'Dismiss all doubts about a start, which continues, or uphold them, which ends it with a refund.',
    route: 'POST /operator/doubts/{id}/decision',
    body: z.object({
      code: operatorCodeField,
      verdict: z.enum(doubtVerdicts, 'invalid'),
      /** As listed, so that no unseen doubt is decided. */
      last_doubted_at: z.iso.datetime('invalid').max(40, 'invalid'),
    }),
    errors: ['not_found', 'review_closed', 'doubts_changed', 'operator_involved'],
  }),
} as const;
