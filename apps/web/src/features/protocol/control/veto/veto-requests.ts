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

const vetoQuery = (input: VetoInput) =>
  queryOptions({
    queryKey: queryKeys.stop(input),
    // No abort signal: older phones cannot combine it with a timeout.
    queryFn: () => api.describeVeto({ body: input }),
  });

/** The attempts that a mailed link or a paper code would veto. Reading changes nothing. */
export function useVetoDescription(input: VetoInput) {
  return useQuery(vetoQuery(input));
}

/** Prefetches the description before the page is shown. Throws if the code is unknown. */
export async function fetchVetoDescription(client: QueryClient, input: VetoInput): Promise<void> {
  await client.fetchQuery({ ...vetoQuery(input), retry: false });
}

export function useVetoProtocol(input: VetoInput) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.vetoProtocol({ body: input }),
    onSuccess: (view) => {
      client.setQueryData(queryKeys.stop(input), view);
      // The owner may be signed in in another tab of this browser.
      void invalidateAfter(client, 'vetoOwnProtocol');
    },
    // The start may have been vetoed or released meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.stop(input) }),
  });
}
