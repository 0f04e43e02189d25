import { type Day, moscowDay } from '@zavet/contract/days';
import type { LegalDocument } from '@zavet/contract/identity/editions';
import type { DocumentsView } from '@zavet/contract/identity/legal-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { addConsents, listConsents, lockUser, recordSecurityEvent } from '../account/index.ts';
import { classifyEditions, type PersonalEditions } from './edition-rules.ts';
import { listSentNotices } from './notice-repository.ts';

/** Editions in force for the user today, and upcoming ones. */
export async function readDocuments(
  { database, clock, editions }: Context,
  userId: string,
): Promise<PersonalEditions> {
  const consents = await listConsents(database, userId);
  const notices = await listSentNotices(database, userId);
  const acceptedAt = new Map(
    consents.map(({ document, version, accepted_at }) => [`${document} ${version}`, accepted_at]),
  );
  const notifiedOn = new Map(
    notices.map(({ document, edition, notified_on }) => [`${document} ${edition}`, notified_on]),
  );
  return classifyEditions(
    editions,
    (document, edition) => ({
      accepted_at: acceptedAt.get(`${document} ${edition}`) ?? null,
      notified_on: notifiedOn.get(`${document} ${edition}`) ?? null,
    }),
    moscowDay(clock.now()),
  );
}

/** Accepts current or upcoming editions. Repeated acceptances keep the first date. */
export async function acceptDocuments(
  ctx: Context,
  { user_id }: Owner,
  accepted: Partial<Record<LegalDocument, Day>>,
  caller: Caller,
): Promise<DocumentsView> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    assertNotOutdated(await readDocuments(ctx, user_id), accepted);
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

function assertNotOutdated(
  { in_force, coming }: PersonalEditions,
  accepted: Partial<Record<LegalDocument, Day>>,
): void {
  const known = [...in_force, ...coming].map(({ document, edition }) => `${document} ${edition}`);
  const outdated = Object.entries(accepted)
    .filter(([document, edition]) => !known.includes(`${document} ${edition}`))
    .map(([document]) => document);
  if (outdated.length > 0) fail('document_outdated', { facts: { documents: outdated } });
}
