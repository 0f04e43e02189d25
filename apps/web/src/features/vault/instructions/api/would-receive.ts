import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

/** What a contact would get if the protocol were started now. */
export function useWouldReceive(contactId: string) {
  return useQuery({
    queryKey: queryKeys.wouldReceive(contactId),
    queryFn: ({ signal }) => api.getWouldReceive({ params: { id: contactId } }, { signal }),
  });
}
