import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadTexts } from '../../../interface/language/i18n.ts';
import { documentsQuery } from '../api/documents.ts';
import { PendingNotice } from './documents-notice.tsx';
import { pendingOf } from './pending-rules.ts';
import { settledWithin } from './settled-within.ts';

const longestWaitMs = 1000;

/**
 * Asks for the documents as soon as somebody is signed in. True once their notice can be drawn
 * together with the screen it would otherwise push down, or is not worth waiting for any longer.
 */
export function useNoticeAhead(userId: string | undefined): boolean {
  const client = useQueryClient();
  const [isReady, setReady] = useState(
    () => client.getQueryData(documentsQuery.queryKey) !== undefined,
  );
  useEffect(() => {
    if (!userId) return;
    let isHere = true;
    void settledWithin(longestWaitMs, fetchNotice(client)).then(() => {
      if (isHere) setReady(true);
    });
    return () => {
      isHere = false;
    };
  }, [client, userId]);
  return isReady;
}

async function fetchNotice(client: QueryClient): Promise<void> {
  const documents = await client.fetchQuery({ ...documentsQuery, retry: false });
  if (pendingOf(documents)) await Promise.all([loadTexts('legal'), PendingNotice.fetchAhead()]);
}
