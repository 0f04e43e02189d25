import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

/** Plans that ran out, of owners who trust the visitor. Without an answer the cards go without. */
export function useLapsingPlans() {
  return useQuery({
    queryKey: queryKeys.lapsingPlans(),
    queryFn: ({ signal }) => api.listLapsingPlans({}, { signal }),
    // Those who come back from paying see that it is settled.
    staleTime: 0,
  });
}
