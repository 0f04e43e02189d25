/** The documents a person accepts at sign-up, with the version that is in force. */
export const legalDocuments = {
  privacy_policy: { version: '2026-11-15', path: '/privacy' },
  terms_of_use: { version: '2026-11-15', path: '/terms' },
  public_offer: { version: '2026-11-15', path: '/public-offer' },
} as const;

export type LegalDocument = keyof typeof legalDocuments;

export const legalDocumentNames = Object.keys(legalDocuments) as LegalDocument[];
