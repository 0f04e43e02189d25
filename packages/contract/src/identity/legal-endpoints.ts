import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { type LegalDocument, legalDocumentNames } from './editions.ts';

const edition = z.iso.date('invalid');
const documentName = z.enum(legalDocumentNames as [LegalDocument, ...LegalDocument[]]);

export const documentView = z.object({
  document: documentName,
  edition,
  /** From when it holds for this person: never sooner than the notice promised. */
  holds_from: edition,
  accepted_at: timestamp.nullable(),
});
export type DocumentView = z.input<typeof documentView>;

export const documentsView = z.object({
  /** What holds today. */
  in_force: z.array(documentView),
  /** What is announced and does not hold yet. */
  coming: z.array(documentView),
});
export type DocumentsView = z.input<typeof documentsView>;

export const consentView = z.object({
  document: documentName,
  edition,
  accepted_at: timestamp,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type ConsentView = z.input<typeof consentView>;

export const legalEndpoints = {
  getService: defineEndpoint({
    id: 'get-service',
    summary: 'Who runs this service and how to reach them, for the documents.',
    method: 'GET',
    path: '/service',
    callers: 'anyone',
    output: z.object({
      /** Null: nobody has named themselves. */
      operator: z.string().nullable(),
      support_email: z.string(),
      site_address: z.string(),
      /** How many an owner may name; 0: no limit. */
      trusted_contacts: z.number().int(),
    }),
  }),
  getDocuments: defineEndpoint({
    id: 'get-documents',
    summary:
      'The editions of the documents that concern this person, and whether they are accepted.',
    method: 'GET',
    path: '/documents',
    callers: 'owner',
    output: documentsView,
  }),
  listConsents: defineEndpoint({
    id: 'list-consents',
    summary: 'Every edition that this person has accepted: when, from which address and browser.',
    method: 'GET',
    path: '/documents/acceptances',
    callers: 'owner',
    output: z.object({ consents: z.array(consentView) }),
  }),
  acceptDocuments: defineEndpoint({
    id: 'accept-documents',
    summary: 'Accept editions of documents that hold or are announced.',
    method: 'POST',
    path: '/documents/acceptances',
    callers: 'owner',
    proof: 'recent',
    body: z.object({ accepted: z.partialRecord(documentName, edition) }),
    output: documentsView,
    errors: ['document_outdated'],
  }),
} as const;
