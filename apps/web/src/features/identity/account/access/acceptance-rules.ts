import type { Day } from '@zavet/contract/days';
import {
  type Editions,
  editionsInForce,
  type LegalDocument,
  legalDocumentNames,
} from '@zavet/contract/identity/editions';

/** Checkboxes of the sign-up. The first one also gives the consent to data processing. */
export const acceptances = ['privacy_policy', 'terms_of_use', 'public_offer'] as const;
export type Acceptance = (typeof acceptances)[number];

/** Returns the document editions accepted by the ticked checkboxes. */
export function acceptedEditions(
  ticks: Readonly<Record<Acceptance, boolean>>,
  editions: Editions,
  today: Day,
): Partial<Record<LegalDocument, Day>> {
  const inForce = editionsInForce(editions, today);
  const accepted = legalDocumentNames.filter((document) => ticks[tickOf(document)]);
  return Object.fromEntries(accepted.map((document) => [document, inForce[document]]));
}

function tickOf(document: LegalDocument): Acceptance {
  return document === 'personal_data_consent' ? 'privacy_policy' : document;
}
