import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SupportInput, SupportView } from '@zavet/contract/support/support-endpoints';
import { api } from '../../session/api.ts';

const supportKey = ['support'];

/** How often the list is read again while a request is on its way, in milliseconds. */
const lookAgainAfter = 10_000;

export function useSupport() {
  return useQuery({
    queryKey: supportKey,
    queryFn: ({ signal }) => api.getSupport({}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.requests.some(({ status }) => status === 'queued') ? lookAgainAfter : false,
  });
}

export function useSendSupportEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SupportInput) => api.sendSupportEmail({ body }),
    onSuccess: ({ request }) => {
      client.setQueryData<SupportView>(
        supportKey,
        (support) => support && { ...support, requests: [request, ...support.requests] },
      );
      for (const name of ['support', 'security-events']) {
        void client.invalidateQueries({ queryKey: [name] });
      }
    },
  });
}

/** Who writes, as far as the account knows. */
export function useWriter() {
  return useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => api.getProfile({}, { signal }),
  });
}
