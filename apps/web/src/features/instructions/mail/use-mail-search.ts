import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { queryKeys } from '../../../platform/queries/query-keys.ts';

const pauseMs = 300;

/** Looks for words once the typing pauses. */
export function useMailSearch() {
  const [text, setText] = useState('');
  const query = useLate(text.trim());
  const isSearching = text.trim() !== '' && query !== '';
  const found = useQuery({
    queryKey: queryKeys.instructionSearch(query),
    queryFn: ({ signal }) => api.searchInstructions({ body: { query } }, { signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  return {
    text,
    setText,
    /** Undefined while nothing is looked for, or nothing has been found out yet. */
    foundIds: isSearching ? found.data?.instruction_ids : undefined,
    isSearching,
    isWaiting: isSearching && found.isFetching,
    error: isSearching && found.isError ? found.error : undefined,
    retry: () => void found.refetch(),
  };
}

/** The value as it was before the last pause; emptiness counts at once. */
function useLate(value: string): string {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), value === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return late;
}
