import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { VetoInput } from '@zavet/contract/protocol/veto-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { invalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

const stopQuery = (given: VetoInput) =>
  queryOptions({
    queryKey: queryKeys.stop(given),
    // Without a signal to give it up by: phones of some years ago cannot join it with a time-out.
    queryFn: () => api.describeVeto({ body: given }),
  });

/** What a mailed link or the code on paper would stop. Reading it changes nothing. */
export function useStopDescription(given: VetoInput) {
  return useQuery(stopQuery(given));
}

/** The same before the page is shown: throws where the code is none. */
export async function fetchStopDescription(client: QueryClient, given: VetoInput): Promise<void> {
  await client.fetchQuery({ ...stopQuery(given), retry: false });
}

export function useStopProtocol(given: VetoInput) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.vetoProtocol({ body: given }),
    onSuccess: (view) => {
      client.setQueryData(queryKeys.stop(given), view);
      // Somebody may be signed in in this browser, and looks at it there as well.
      void invalidateAfter(client, 'vetoOwnProtocol');
    },
    // It may have been stopped or released meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.stop(given) }),
  });
}
