import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SupportInput, SupportView } from '@zavet/contract/support/support-endpoints';
import { api } from '../../../platform/client/api.ts';
import { isPassingFailure } from '../../../platform/client/retry-policy.ts';
import { withRequest } from '../support-rules.ts';

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
        (support) => support && withRequest(support, request),
      );
      for (const name of ['support', 'security-events']) {
        void client.invalidateQueries({ queryKey: [name] });
      }
    },
    // Without an answer it may have arrived all the same; then the list shows it.
    onError: (error) => {
      if (isPassingFailure(error)) void client.invalidateQueries({ queryKey: supportKey });
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
