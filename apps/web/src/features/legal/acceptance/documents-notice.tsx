import { Suspense } from 'react';
import { lazyPart } from '../../../interface/lazy-part.tsx';
import { useDocuments } from '../api/documents.ts';
import { nameOf, pendingOf } from './pending-rules.ts';

export const PendingNotice = lazyPart(
  async () => (await import('./pending-notice.tsx')).PendingNotice,
);

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
