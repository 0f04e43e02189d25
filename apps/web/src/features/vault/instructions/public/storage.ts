import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

export const storageQuery = queryOptions({
  queryKey: queryKeys.storage(),
  queryFn: ({ signal }) => api.getStorage({}, { signal }),
});

export function useStorage() {
  return useQuery(storageQuery);
}
