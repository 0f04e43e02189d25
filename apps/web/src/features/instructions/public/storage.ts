import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => api.getStorage({}, { signal }),
});

export function useStorage() {
  return useQuery(storageQuery);
}
