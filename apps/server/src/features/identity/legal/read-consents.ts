import { legalDocumentNames } from '@zavet/contract/identity/editions';
import type { ConsentView } from '@zavet/contract/identity/legal-endpoints';
import type { Context } from '../../../context.ts';
import { listConsents } from '../account/index.ts';

/** Everything that a person has accepted, newest first, as it was noted down then. */
export async function readConsents({ database }: Context, userId: string): Promise<ConsentView[]> {
  const consents = await listConsents(database, userId);
  return consents.flatMap(({ document: name, version: edition, accepted_at, ...origin }) => {
    const document = legalDocumentNames.find((known) => known === name);
    return document ? [{ document, edition, accepted_at, ...origin }] : [];
  });
}
