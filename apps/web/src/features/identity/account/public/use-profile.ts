import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

export function useProfile() {
  return useQuery({
    queryKey: queryKeys.profile(),
    queryFn: ({ signal }) => api.getProfile({}, { signal }),
  });
}
