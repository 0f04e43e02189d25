import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { endpointQuery } from '../../../platform/queries/use-endpoint.ts';
import { loadTexts } from '../../../ui/language/i18n.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { pendingEditionsOf, pendingKeyOf } from './pending-rules.ts';

const PendingNotice = lazyComponent(
  async () => (await import('./pending-notice.tsx')).PendingNotice,
);

/** Announces documents to accept on private screens, without blocking them. */
export function DocumentsNotice({ userId }: { userId: string }) {
  const { data } = useDocuments();
  const pending = data && pendingEditionsOf(data);
  if (!pending) return null;
  return (
    <Suspense>
      <PendingNotice key={pendingKeyOf(pending)} pending={pending} userId={userId} />
    </Suspense>
  );
}

/** Preloads the notice with its texts and code, so that it appears together with the screen. */
export async function fetchDocumentsNotice(client: QueryClient): Promise<void> {
  const documents = await client.fetchQuery({ ...documentsQuery, retry: false });
  if (pendingEditionsOf(documents))
    await Promise.all([loadTexts('legal'), PendingNotice.prefetchCode()]);
}

/** Long, because every screen requests the documents and editions are announced days ahead. */
const staleAfterMs = 10 * 60 * 1000;

const documentsQuery = { ...endpointQuery('getDocuments'), staleTime: staleAfterMs };

/** Current and upcoming editions, with the time of their acceptance. */
export function useDocuments() {
  return useQuery(documentsQuery);
}
