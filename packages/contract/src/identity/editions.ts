import type { Day } from '../days.ts';

/** Legal documents with their paths. */
export const legalPaths = {
  privacy_policy: '/privacy',
  terms_of_use: '/terms',
  public_offer: '/public-offer',
  personal_data_consent: '/personal-data-consent',
} as const;

export type LegalDocument = keyof typeof legalPaths;
export const legalDocumentNames = Object.keys(legalPaths) as LegalDocument[];

/**
 * Editions of each document, oldest first, named by their first day. Texts:
 * `packages/texts/documents/<document>/<edition>.<language>.json`. A new edition is added at least
 * `serviceTerms.changeNoticeDays` ahead; adding it triggers the notice.
 */
export type Editions = Readonly<Record<LegalDocument, readonly [Day, ...Day[]]>>;

export const legalEditions: Editions = {
  privacy_policy: ['2026-11-15'],
  terms_of_use: ['2026-11-15'],
  public_offer: ['2026-11-15'],
  personal_data_consent: ['2026-11-15'],
};

/** Returns the edition in force; before the first day of the first edition, that edition. */
export function editionInForce(editions: readonly [Day, ...Day[]], today: Day): Day {
  return editions.findLast((edition) => edition <= today) ?? editions[0];
}

/** Editions that a sign-up on this day must accept. */
export function editionsInForce(editions: Editions, today: Day): Record<LegalDocument, Day> {
  const inForce = legalDocumentNames.map((name) => [name, editionInForce(editions[name], today)]);
  return Object.fromEntries(inForce);
}

/** Editions that are announced but not in force yet. */
export function upcomingEditions(editions: readonly Day[], today: Day): Day[] {
  return editions.filter((edition) => edition > today);
}
