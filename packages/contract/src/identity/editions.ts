import type { Day } from '../days.ts';

/** The documents of the service and where they can be read. */
export const legalPaths = {
  privacy_policy: '/privacy',
  terms_of_use: '/terms',
  public_offer: '/public-offer',
  personal_data_consent: '/personal-data-consent',
} as const;

export type LegalDocument = keyof typeof legalPaths;
export const legalDocumentNames = Object.keys(legalPaths) as LegalDocument[];

/**
 * The editions of each document, oldest first, named by the day from which they are in force.
 * Their texts stand in `packages/texts/documents/<document>/<edition>.<language>.json`. A new
 * edition is entered at least `serviceTerms.changeNoticeDays` ahead: entering it sends the notice.
 */
export type Editions = Readonly<Record<LegalDocument, readonly [Day, ...Day[]]>>;

export const legalEditions: Editions = {
  privacy_policy: ['2026-11-15'],
  terms_of_use: ['2026-11-15'],
  public_offer: ['2026-11-15'],
  personal_data_consent: ['2026-11-15'],
};

/** The edition that holds on this day; before the first day, the first. */
export function editionInForce(editions: readonly [Day, ...Day[]], today: Day): Day {
  return editions.findLast((edition) => edition <= today) ?? editions[0];
}

/** What a person who signs up on this day accepts. */
export function editionsInForce(editions: Editions, today: Day): Record<LegalDocument, Day> {
  const inForce = legalDocumentNames.map((name) => [name, editionInForce(editions[name], today)]);
  return Object.fromEntries(inForce);
}

/** The editions that are known and do not hold yet. */
export function comingEditions(editions: readonly Day[], today: Day): Day[] {
  return editions.filter((edition) => edition > today);
}
