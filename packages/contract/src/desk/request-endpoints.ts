import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { idField, idParams, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import {
  activationStatuses,
  approvalBases,
  operatorRejections,
  rejectionReasons,
  requestReasons,
  requestTerms,
  singleStepBases,
} from '../protocol/protocol-values.ts';
import { requestDocument } from '../protocol/request-endpoints.ts';
import { codeInput, operatorAction, operatorCodeField } from './desk-endpoints.ts';
import { reviewLists } from './desk-values.ts';

const note = z.string('invalid').trim().max(requestTerms.noteMaxLength, 'too_long').default('');
export const personView = z.object({ name: z.string().nullable(), email: z.string() });

/** A request in the list, longest waiting first. */
const reviewRow = z.object({
  id: z.string(),
  status: z.enum(activationStatuses),
  reason: z.enum(requestReasons),
  owner: personView,
  contact: personView,
  filed_at: timestamp,
  documents: z.number().int(),
  decided_at: timestamp.nullable(),
  /** True if not answered within the promised time. */
  is_overdue: z.boolean(),
  /** An operator has checked a death certificate; the second step is still open. */
  is_proposed: z.boolean(),
  /** An operator asked the contact for another document. */
  awaits_document: z.boolean(),
  /** The operator who has claimed it; null once the claim has expired. */
  claim: z
    .object({
      operator_id: z.string(),
      operator: personView,
      until: timestamp,
      is_mine: z.boolean(),
    })
    .nullable(),
});
export type ReviewRow = z.input<typeof reviewRow>;

/** Next step of an approval by death certificate, as available to the operator. */
const certificateSteps = ['propose', 'confirm', 'another_operator', 'later'] as const;

/** All information for a decision, without the owner's content. */
const reviewView = reviewRow.omit({ documents: true }).extend({
  /** Null after the documents of the request were removed. */
  explanation: z.string().nullable(),
  /** Date of birth, to be compared with the documents. */
  owner_born_on: z.string().nullable(),
  /** The last document that an operator asked for. */
  asked: z
    .object({ text: z.string(), asked_at: timestamp, answered_at: timestamp.nullable() })
    .nullable(),
  documents: z.array(requestDocument),
  rejection: z.enum(rejectionReasons).nullable(),
  basis: z.enum(approvalBases).nullable(),
  note: z.string().nullable(),
  /** Next step of an approval by death certificate; null once decided. */
  certificate: z
    .object({
      step: z.enum(certificateSteps),
      proposed_at: timestamp.nullable(),
      /** Time from which a sole operator may confirm their own proposal. */
      from: timestamp.nullable(),
    })
    .nullable(),
  rules: z.object({
    waiting_hours: z.number().int(),
    needs_second: z.boolean(),
    has_pin: z.boolean(),
    has_second_address: z.boolean(),
    has_veto_code: z.boolean(),
  }),
  /** Time of the owner's last activity. */
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
  /** Number of confirmed contacts, including the requester. */
  confirmed_contacts: z.number().int(),
});
export type ReviewView = z.input<typeof reviewView>;

/** Documents that the operator has viewed. */
const viewedDocuments = z.array(idField, 'required').max(requestTerms.documents, 'too_long');

/** Errors of every action on an undecided request. */
const reviewErrors = ['not_found', 'operator_involved', 'review_closed', 'review_claimed'] as const;

const certificateErrors = [
  ...reviewErrors,
  'protocol_already_active',
  'protocol_waiting',
  'certificate_needs_document',
  'documents_changed',
] as const;

const reviewList = z.enum(reviewLists, 'invalid').default('open');

const documentQuestion = z.object({
  text: z.string('required').trim().min(1, 'required').max(requestTerms.noteMaxLength, 'too_long'),
});

export const reviewEndpoints = {
  listReviews: defineEndpoint({
    id: 'list-reviews',
    summary: 'Activation requests: open ones, oldest first, or decided ones.',
    route: 'GET /operator/requests',
    callers: 'operator',
    query: z.object({
      state: reviewList,
      /** Last id of the previous page. */
      after: idField.optional(),
    }),
    output: z.object({ reviews: z.array(reviewRow), next: z.string().nullable() }),
  }),
  searchReviews: defineEndpoint({
    id: 'search-reviews',
    summary: 'Requests of a list by part of a name or address. A POST keeps the words out of URLs.',
    route: 'POST /operator/requests/search',
    callers: 'operator',
    body: z.object({
      state: reviewList,
      words: z.string('invalid').trim().min(1, 'required').max(limits.searchMaxLength, 'too_long'),
    }),
    output: z.object({
      reviews: z.array(reviewRow),
      /** True if more requests match than fit on one page. */
      has_more: z.boolean(),
    }),
  }),
  countReviews: defineEndpoint({
    id: 'count-reviews',
    summary: 'How many requests each list of undecided ones has, and how many doubts wait.',
    route: 'GET /operator/request-counts',
    callers: 'operator',
    output: z.object({
      open: z.number().int(),
      overdue: z.number().int(),
      without_documents: z.number().int(),
      awaiting_document: z.number().int(),
      mine: z.number().int(),
      doubts: z.number().int(),
    }),
  }),
  takeNextReview: defineEndpoint({
    id: 'claim-next-review',
    summary: 'Claim the longest waiting request without a claim; null if there is none.',
    route: 'POST /operator/requests/next',
    callers: 'operator',
    output: z.object({ id: z.string().nullable() }),
  }),
  claimReview: defineEndpoint({
    id: 'claim-review',
    summary: 'Claim a request, or take it over from the named operator. Expires after four hours.',
    route: 'POST /operator/requests/{id}/claim',
    callers: 'operator',
    params: idParams,
    body: z.object({ instead_of: idField.nullable().default(null) }),
    errors: reviewErrors,
  }),
  releaseReview: defineEndpoint({
    id: 'release-review',
    summary: 'Release the claim on a request.',
    route: 'DELETE /operator/requests/{id}/claim',
    callers: 'operator',
    params: idParams,
  }),
  askForDocument: defineEndpoint({
    ...operatorAction,
    id: 'ask-for-document',
    summary: 'Ask the contact for another document. The request waits for it for seven days.',
    route: 'POST /operator/requests/{id}/document-question',
    body: documentQuestion.extend({ code: operatorCodeField }),
    errors: reviewErrors,
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
    ...operatorAction,
    id: 'approve-review',
    summary: 'Let the contact continue with the payment. A death certificate has its own steps.',
    route: 'POST /operator/requests/{id}/approval',
    body: z.object({ code: operatorCodeField, basis: z.enum(singleStepBases, 'invalid'), note }),
    errors: [...reviewErrors, 'protocol_already_active', 'protocol_waiting'],
  }),
  proposeCertificate: defineEndpoint({
    ...operatorAction,
    id: 'propose-certificate',
    summary: 'First step of an approval by death certificate. The owner is notified.',
    route: 'POST /operator/requests/{id}/certificate',
    body: z.object({ code: operatorCodeField, document_ids: viewedDocuments, note }),
    errors: [...certificateErrors, 'certificate_already_proposed'],
  }),
  approveByCertificate: defineEndpoint({
    ...operatorAction,
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
    ...operatorAction,
    id: 'withdraw-certificate',
    summary: 'Withdraw the first step of an approval by death certificate.',
    route: 'POST /operator/requests/{id}/certificate/withdrawal',
    body: codeInput,
    errors: [...reviewErrors, 'certificate_not_proposed'],
  }),
  rejectReview: defineEndpoint({
    ...operatorAction,
    id: 'reject-review',
    summary: 'Reject with a reason. The contact may request again after 24 hours.',
    route: 'POST /operator/requests/{id}/rejection',
    body: z.object({
      code: operatorCodeField,
      reason: z.enum(operatorRejections, 'invalid'),
      note,
    }),
    errors: reviewErrors,
  }),
} as const;
