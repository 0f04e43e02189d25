import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { endpointQuery } from '../../../platform/queries/use-endpoint.ts';
import { loadTexts } from '../../../ui/language/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { pendingKey, pendingOf } from './pending-rules.ts';

const PendingNotice = lazyPart(async () => (await import('./pending-notice.tsx')).PendingNotice);

/** Documents to accept, shown on private screens. It never blocks them. */
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

/** Preloads the notice with its texts and code, so that it appears together with the screen. */
export async function fetchDocumentsNotice(client: QueryClient): Promise<void> {
  const documents = await client.fetchQuery({ ...documentsQuery, retry: false });
  if (pendingOf(documents)) await Promise.all([loadTexts('legal'), PendingNotice.fetchAhead()]);
}

/** Every screen requests the documents, and editions are announced days ahead. */
const staleAfterMs = 10 * 60 * 1000;

const documentsQuery = { ...endpointQuery('getDocuments'), staleTime: staleAfterMs };

/** Editions that concern the visitor, with the time of their acceptance. */
export function useDocuments() {
  return useQuery(documentsQuery);
}
