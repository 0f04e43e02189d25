import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';
import { queryKeys } from '../../../platform/queries/query-keys.ts';

/** Looks for words in the instructions. */
export function useMailSearch(words: string) {
  const isSearching = words !== '';
  const found = useQuery({
    queryKey: queryKeys.instructionSearch(words),
    queryFn: ({ signal }) => api.searchInstructions({ body: { query: words } }, { signal }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  return {
    /** Undefined while nothing is looked for, or nothing has been found out yet. */
    foundIds: isSearching ? found.data?.instruction_ids : undefined,
    isWaiting: isSearching && found.isFetching,
    error: isSearching && found.isError ? found.error : undefined,
    retry: () => void found.refetch(),
  };
}
