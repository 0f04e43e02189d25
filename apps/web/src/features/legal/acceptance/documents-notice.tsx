import { Suspense } from 'react';
import { useDocuments } from '../api/documents.ts';
import { PendingNotice } from './pending-notice.tsx';
import { nameOf, pendingOf } from './pending-rules.ts';

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
