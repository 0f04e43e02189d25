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
    // Without a signal to give it up by: phones of some years ago cannot join it with a time-out.
    queryFn: () => api.describeVeto({ body: input }),
  });

/** What a mailed link or the code on paper would stop. Reading it changes nothing. */
export function useVetoDescription(input: VetoInput) {
  return useQuery(vetoQuery(input));
}

/** The same before the page is shown: throws where the code is none. */
export async function fetchVetoDescription(client: QueryClient, input: VetoInput): Promise<void> {
  await client.fetchQuery({ ...vetoQuery(input), retry: false });
}

export function useVetoProtocol(input: VetoInput) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.vetoProtocol({ body: input }),
    onSuccess: (view) => {
      client.setQueryData(queryKeys.stop(input), view);
      // Somebody may be signed in in this browser, and looks at it there as well.
      void invalidateAfter(client, 'vetoOwnProtocol');
    },
    // It may have been stopped or released meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.stop(input) }),
  });
}
