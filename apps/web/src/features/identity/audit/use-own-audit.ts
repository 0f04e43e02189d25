import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';
import { queryKeys } from '../../../platform/queries/query-keys.ts';

/** What others have done about the owner's account, page after page. */
export function useOwnAudit() {
  return useInfiniteQuery({
    queryKey: queryKeys.ownAudit(),
    queryFn: ({ pageParam, signal }) =>
      api.listOwnAudit({ query: { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
