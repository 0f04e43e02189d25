import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { SecurityEventGroup } from '@zavet/contract/account/security-event-groups';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

export function useConsents() {
  return useQuery({
    queryKey: queryKeys.consents(),
    queryFn: ({ signal }) => api.listConsents({}, { signal }),
  });
}

/** What happened in the account, page after page. */
export function useSecurityEvents(group: SecurityEventGroup | undefined) {
  return useInfiniteQuery({
    queryKey: queryKeys.securityEvents(group),
    queryFn: ({ pageParam, signal }) =>
      api.listSecurityEvents({ query: { group, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export function useDisownSignIn() {
  return useMutation({
    mutationFn: (id: string) => api.disownLoggedSignIn({ params: { id } }),
  });
}
