import { useInfiniteQuery } from '@tanstack/react-query';

interface CursorPage {
  /** Where the next page begins; null after the last. */
  next: string | null;
}

/** A list that the server gives page by page. `data.pages` are the pages that have come. */
export function useCursorPages<Page extends CursorPage>(
  queryKey: readonly unknown[],
  fetchPage: (after: string | undefined, signal: AbortSignal) => Promise<Page>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
