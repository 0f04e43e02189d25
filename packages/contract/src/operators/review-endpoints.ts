import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { activationStatuses } from '../protocol/protocol-values.ts';
import { requestDocument } from '../protocol/request-endpoints.ts';
import {
  approvalBases,
  operatorRejections,
  rejectionReasons,
  requestReasons,
  requestTerms,
  singleStepBases,
} from '../protocol/request-values.ts';
import { codeInput, operatorAct, operatorCodeField } from './desk-endpoints.ts';

const byId = z.object({ id: idField });
const note = z.string('invalid').trim().max(requestTerms.noteMaxLength, 'too_long').default('');

const person = z.object({ name: z.string().nullable(), email: z.string() });

/** A request in the list of the desk, the longest waiting first. */
export const reviewRow = z.object({
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
export const reviewView = reviewRow.omit({ documents: true }).extend({
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
    errors: [],
  }),
  getReview: defineEndpoint({
    id: 'get-review',
    summary: 'One request with its explanation, its documents and what the owner’s rules say.',
    method: 'GET',
    path: '/operator/requests/{id}',
    callers: 'operator',
    params: byId,
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
