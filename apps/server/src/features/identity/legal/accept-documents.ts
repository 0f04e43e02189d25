import type { Day } from '@zavet/contract/days';
import type { LegalDocument } from '@zavet/contract/identity/editions';
import type { DocumentsView } from '@zavet/contract/identity/legal-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { addConsents, lockUser, recordSecurityEvent } from '../account/index.ts';
import type { PersonalEditions } from './edition-rules.ts';
import { editionsFor, readDocuments } from './read-documents.ts';

/** Accepts editions that hold or are to come. What was accepted before keeps its date. */
export async function acceptDocuments(
  ctx: Context,
  { user_id }: Owner,
  accepted: Partial<Record<LegalDocument, Day>>,
  caller: Caller,
): Promise<DocumentsView> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    requireKnown(await editionsFor(ctx, user_id), accepted);
    const now = clock.now();
    const isNew = await addConsents(database, user_id, accepted, {
      accepted_at: now,
      ip_address: caller.address,
      user_agent: caller.user_agent,
    });
    if (isNew) await recordSecurityEvent(database, user_id, 'documents_accepted', caller, now);
  });
  return readDocuments(ctx, user_id);
}

function requireKnown(
  { in_force, coming }: PersonalEditions,
  accepted: Partial<Record<LegalDocument, Day>>,
): void {
  const known = [...in_force, ...coming].map(({ document, edition }) => `${document} ${edition}`);
  const outdated = Object.entries(accepted)
    .filter(([document, edition]) => !known.includes(`${document} ${edition}`))
    .map(([document]) => document);
  if (outdated.length > 0) fail('document_outdated', { facts: { documents: outdated } });
}
