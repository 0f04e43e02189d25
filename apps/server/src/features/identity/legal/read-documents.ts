import { moscowDay } from '@zavet/contract/days';
import type { DocumentsView } from '@zavet/contract/identity/legal-endpoints';
import type { Context } from '../../../context.ts';
import { listConsents } from '../account/index.ts';
import { type PersonalEditions, personalEditions } from './edition-rules.ts';
import { listNotices } from './notice-repository.ts';

export async function readDocuments(ctx: Context, userId: string): Promise<DocumentsView> {
  const { in_force, coming } = await editionsFor(ctx, userId);
  return { in_force, coming };
}

/** What holds for a person today, and what will. */
export async function editionsFor(
  { database, clock, editions }: Context,
  userId: string,
): Promise<PersonalEditions> {
  const consents = await listConsents(database, userId);
  const notices = await listNotices(database, userId);
  const acceptedAt = new Map(
    consents.map(({ document, version, accepted_at }) => [`${document} ${version}`, accepted_at]),
  );
  const toldOn = new Map(
    notices.map(({ document, edition, told_on }) => [`${document} ${edition}`, told_on]),
  );
  return personalEditions(
    editions,
    (document, edition) => ({
      accepted_at: acceptedAt.get(`${document} ${edition}`) ?? null,
      told_on: toldOn.get(`${document} ${edition}`) ?? null,
    }),
    moscowDay(clock.now()),
  );
}
