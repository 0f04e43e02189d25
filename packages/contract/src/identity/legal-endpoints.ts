import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { type LegalDocument, legalDocumentNames } from './editions.ts';

const edition = z.iso.date('invalid');
const documentName = z.enum(legalDocumentNames as [LegalDocument, ...LegalDocument[]]);

export const documentView = z.object({
  document: documentName,
  edition,
  /** First day in force for this person, never before the end of the notice period. */
  applies_from: edition,
  accepted_at: timestamp.nullable(),
});
export type DocumentView = z.input<typeof documentView>;

const documentsView = z.object({
  in_force: z.array(documentView),
  /** Documents that are announced but not in force yet. */
  coming: z.array(documentView),
});
export type DocumentsView = z.input<typeof documentsView>;

export const legalEndpoints = {
  getService: defineEndpoint({
    id: 'get-service',
    summary: 'Provider and contact details, as the documents name them.',
    route: 'GET /service',
    callers: 'anyone',
    output: z.object({
      /** Null if not configured. */
      operator: z.string().nullable(),
      support_email: z.string(),
      site_address: z.string(),
      /** Contacts per owner; 0: unlimited. */
      trusted_contacts: z.number().int(),
    }),
  }),
  getDocuments: defineEndpoint({
    id: 'get-documents',
    summary: 'Editions of the documents that apply to this person, with acceptance.',
    route: 'GET /documents',
    callers: 'owner',
    output: documentsView,
  }),
  acceptDocuments: defineEndpoint({
    id: 'accept-documents',
    summary: 'Accept present or announced editions of documents.',
    route: 'POST /documents/acceptances',
    callers: 'owner',
    proof: 'recent',
    body: z.object({ accepted: z.partialRecord(documentName, edition) }),
    output: documentsView,
    errors: ['document_outdated'],
  }),
} as const;
