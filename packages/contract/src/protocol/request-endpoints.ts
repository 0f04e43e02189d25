import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idField, idParams, timestamp } from '../fields.ts';
import { fileNameHeader } from '../vault/instruction-schemas.ts';
import {
  activationStatuses,
  rejectionReasons,
  requestReasons,
  requestTerms,
} from './protocol-values.ts';

const documentParams = z.object({ id: idField, document_id: idField });

export const requestInput = z.object({
  deceased_user_id: idField,
  trusted_contact_id: idField,
  explanation: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(requestTerms.explanationMaxLength, 'too_long'),
});
export type RequestInput = z.output<typeof requestInput>;

export const requestDocument = z.object({
  id: z.string(),
  file_name: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
  created_at: timestamp,
});
export type RequestDocument = z.input<typeof requestDocument>;

/** A request as the contact sees it. */
const requestView = z.object({
  id: z.string(),
  status: z.enum(activationStatuses),
  reason: z.enum(requestReasons),
  filed_at: timestamp,
  /** Time by which an answer is promised; null once decided or overdue. */
  answer_by: timestamp.nullable(),
  /** Null after removal, 30 days after the end. */
  explanation: z.string().nullable(),
  documents: z.array(requestDocument),
  decided_at: timestamp.nullable(),
  rejection: z.enum(rejectionReasons).nullable(),
  /** Note of the operator to the contact. */
  note: z.string().nullable(),
  /** Question of an operator who awaits another document; null once one was added. */
  asked_for: z.string().nullable(),
});
export type RequestView = z.input<typeof requestView>;

/** Requests of a trusted contact to the operators. */
export const requestEndpoints = {
  fileRequest: defineEndpoint({
    id: 'file-activation-request',
    summary: "Request the operators' permission to start an owner's protocol.",
    route: 'POST /activations/requests',
    callers: 'owner',
    proof: 'fresh',
    body: requestInput,
    output: z.object({ request: requestView }),
    errors: [
      'legacy_not_found',
      'protocol_already_active',
      'protocol_waiting',
      'review_not_needed',
      'review_too_soon',
      'nothing_to_deliver',
    ],
    limits: [{ per: 'account', max: 20, seconds: hour }],
  }),
  getRequest: defineEndpoint({
    id: 'get-activation-request',
    summary: 'A request of the caller with its documents and answer.',
    route: 'GET /activations/requests/{id}',
    callers: 'owner',
    params: idParams,
    output: z.object({ request: requestView }),
    errors: ['not_found'],
  }),
  addRequestDocument: defineEndpoint({
    id: 'add-request-document',
    summary: 'Add a document to an undecided request.',
    route: 'POST /activations/requests/{id}/documents',
    callers: 'owner',
    proof: 'recent',
    params: idParams,
    headers: fileNameHeader,
    body: 'bytes',
    maxBodyBytes: 10 * 1024 * 1024,
    output: z.object({ document: requestDocument }),
    errors: [
      'not_found',
      'review_closed',
      'document_limit_reached',
      'length_required',
      'file_empty',
      'file_too_large',
      'file_type_unsupported',
      'file_content_mismatch',
      'file_already_attached',
      'file_storage_unavailable',
    ],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  removeRequestDocument: defineEndpoint({
    id: 'remove-request-document',
    summary: 'Remove a document from an undecided request.',
    route: 'DELETE /activations/requests/{id}/documents/{document_id}',
    callers: 'owner',
    proof: 'recent',
    params: documentParams,
    errors: ['not_found', 'review_closed'],
  }),
  downloadRequestDocument: defineEndpoint({
    id: 'download-request-document',
    summary: 'A document of a request of the caller.',
    route: 'GET /activations/requests/{id}/documents/{document_id}',
    callers: 'owner',
    params: documentParams,
    output: 'bytes',
    errors: ['not_found', 'content_unreadable', 'file_storage_unavailable'],
  }),
} as const;
