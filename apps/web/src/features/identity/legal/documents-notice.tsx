import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { endpointQuery } from '../../../platform/queries/use-endpoint.ts';
import { loadTexts } from '../../../ui/language/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { pendingKey, pendingOf } from './pending-rules.ts';

const PendingNotice = lazyPart(async () => (await import('./pending-notice.tsx')).PendingNotice);

/** On private screens: documents that are to be accepted. It never stands in the way of anything. */
export function DocumentsNotice({ userId }: { userId: string }) {
  const { data } = useDocuments();
  const pending = data && pendingOf(data);
  if (!pending) return null;
  return (
    <Suspense>
      <PendingNotice key={pendingKey(pending)} pending={pending} userId={userId} />
    </Suspense>
  );
}

/** Fetches it with all it needs, so that it is drawn together with the screen below it. */
export async function fetchDocumentsNotice(client: QueryClient): Promise<void> {
  const documents = await client.fetchQuery({ ...documentsQuery, retry: false });
  if (pendingOf(documents)) await Promise.all([loadTexts('legal'), PendingNotice.fetchAhead()]);
}

/** Editions are announced days ahead; every screen asks, so the answer is kept for a while. */
const keptFor = 10 * 60 * 1000;

const documentsQuery = { ...endpointQuery('getDocuments'), staleTime: keptFor };

/** The editions that concern the visitor, with the moment each was accepted. */
export function useDocuments() {
  return useQuery(documentsQuery);
}
