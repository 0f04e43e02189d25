import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { documentsQuery, useDocuments } from './documents.ts';
import { nameOf, pendingOf } from './pending-rules.ts';

const PendingNotice = lazyPart(async () => (await import('./pending-notice.tsx')).PendingNotice);

/** On private screens: documents that are to be accepted. It never stands in the way of anything. */
export function DocumentsNotice({ userId }: { userId: string }) {
  const { data } = useDocuments();
  const pending = data && pendingOf(data);
  if (!pending) return null;
  return (
    <Suspense>
      <PendingNotice key={nameOf(pending)} pending={pending} userId={userId} />
    </Suspense>
  );
}

/** Fetches it with all it needs, so that it is drawn together with the screen below it. */
export async function fetchDocumentsNotice(client: QueryClient): Promise<void> {
  const documents = await client.fetchQuery({ ...documentsQuery, retry: false });
  if (pendingOf(documents)) await Promise.all([loadTexts('legal'), PendingNotice.fetchAhead()]);
}
