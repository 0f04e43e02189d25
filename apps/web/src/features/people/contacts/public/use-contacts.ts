import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

/** How often the list is read again while it may change by itself, in milliseconds. */
const lookAgainAfter = 10_000;

/** The list, read again while an invitation is on its way or somebody's answer is `awaited`. */
export function useContacts({ awaited = false } = {}) {
  return useQuery({
    queryKey: queryKeys.contacts(),
    queryFn: ({ signal }) => api.listContacts({}, { signal }),
    refetchInterval: ({ state }) => {
      const isMailOnItsWay = state.data?.contacts.some(
        ({ status, invitation }) => status === 'pending' && invitation?.mail_state === 'queued',
      );
      return awaited || isMailOnItsWay ? lookAgainAfter : false;
    },
  });
}
