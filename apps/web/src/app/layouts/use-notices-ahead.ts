import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchMaintenanceNotice } from '../../features/desk/maintenance/maintenance-notice.tsx';
import { fetchDocumentsNotice } from '../../features/identity/legal/acceptance/documents-notice.tsx';
import { fetchWaitingNotice } from '../../features/protocol/control/stopping/waiting-notice.tsx';
import { endpointKey } from '../../platform/queries/query-keys.ts';
import { settledWithin } from './settled-within.ts';

const longestWaitMs = 1000;

/**
 * Asks as soon as somebody is signed in what that person has to be told. True once the notices can be
 * drawn together with the screen they would otherwise push down or cover, or are not worth waiting for
 * any longer.
 */
export function useNoticesAhead(userId: string | undefined): boolean {
  const client = useQueryClient();
  const [isReady, setReady] = useState(() => areKnown(client));
  useEffect(() => {
    if (!userId) return;
    let isHere = true;
    const notices = Promise.allSettled([
      fetchDocumentsNotice(client),
      fetchMaintenanceNotice(client),
      fetchWaitingNotice(client),
    ]);
    void settledWithin(longestWaitMs, notices).then(() => {
      if (isHere) setReady(true);
    });
    return () => {
      isHere = false;
    };
  }, [client, userId]);
  return isReady;
}

function areKnown(client: QueryClient): boolean {
  const reads = ['getDocuments', 'getMaintenance', 'getOwnProtocol'] as const;
  return reads.every((read) => client.getQueryData(endpointKey(read)) !== undefined);
}
