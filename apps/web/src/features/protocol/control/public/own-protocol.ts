import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { isMoving } from '../protocol-rules.ts';

/** How often it is read again while something happens, in milliseconds. */
const lookAgainAfter = 15_000;

export const ownProtocolQuery = queryOptions({
  queryKey: queryKeys.protocol(),
  queryFn: ({ signal }) => api.getOwnProtocol({}, { signal }),
});

/** What happened to the visitor's own protocol; null where nobody has started it. */
export function useOwnProtocol({ enabled = true } = {}) {
  return useQuery({
    ...ownProtocolQuery,
    enabled,
    refetchInterval: ({ state }) => (isMoving(state.data) ? lookAgainAfter : false),
  });
}
