import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchMaintenanceNotice } from '../../features/desk/maintenance/maintenance-notice.tsx';
import { fetchDocumentsNotice } from '../../features/identity/legal/acceptance/documents-notice.tsx';
import { fetchWaitingNotice } from '../../features/protocol/control/stopping/waiting-notice.tsx';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { settledWithin } from '../../platform/settled-within.ts';

const longestWaitMs = 1000;

/**
 * Fetches the notices of a signed-in user. True once they are loaded or have taken too long: they are
 * drawn together with the screen, which they would otherwise push down or cover.
 */
export function useNoticesReady(userId: string | undefined): boolean {
  const client = useQueryClient();
  const [isReady, setReady] = useState(() => areLoaded(client));
  useEffect(() => {
    if (!userId) return;
    let isMounted = true;
    const notices = Promise.allSettled([
      fetchDocumentsNotice(client),
      fetchMaintenanceNotice(client),
      fetchWaitingNotice(client),
    ]);
    void settledWithin(longestWaitMs, notices).then(() => {
      if (isMounted) setReady(true);
    });
    return () => {
      isMounted = false;
    };
  }, [client, userId]);
  return isReady;
}

function areLoaded(client: QueryClient): boolean {
  const keys = [queryKeys.documents(), queryKeys.maintenance(), queryKeys.protocol()];
  return keys.every((key) => client.getQueryData(key) !== undefined);
}
