import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

/** Whether the visitor is an operator, and until when the desk is open. */
export function useDesk() {
  return useQuery({
    queryKey: queryKeys.desk(),
    queryFn: ({ signal }) => api.getDesk({}, { signal }),
  });
}
