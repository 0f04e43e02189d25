import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  SupportInput,
  SupportReplyInput,
  SupportView,
} from '@zavet/contract/support/support-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { isPassingFailure } from '../../../../platform/client/retry-policy.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { withChanged, withRequest } from '../support-rules.ts';

/** How often the list is read again while a request is on its way, in milliseconds. */
const lookAgainAfter = 10_000;

export function useSupport() {
  return useQuery({
    queryKey: queryKeys.support(),
    queryFn: ({ signal }) => api.getSupport({}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.requests.some(({ status }) => status === 'queued') ? lookAgainAfter : false,
  });
}

export function useSendSupportEmail() {
  const client = useQueryClient();
  const readAgain = useReadAgainAfter('sendSupportEmail');
  return useMutation({
    mutationFn: (body: SupportInput) => api.sendSupportEmail({ body }),
    onSuccess: ({ request }) => {
      client.setQueryData<SupportView>(
        queryKeys.support(),
        (support) => support && withRequest(support, request),
      );
      void readAgain();
    },
    // Without an answer it may have arrived all the same; then the list shows it.
    onError: (error) => {
      if (isPassingFailure(error)) void readAgain();
    },
  });
}

export function useReplyToSupport(id: string) {
  const client = useQueryClient();
  const readAgain = useReadAgainAfter('replyToSupport');
  return useMutation({
    mutationFn: (body: SupportReplyInput) => api.replyToSupport({ params: { id }, body }),
    onSuccess: ({ request }) => {
      client.setQueryData<SupportView>(
        queryKeys.support(),
        (support) => support && withChanged(support, request),
      );
      void readAgain();
    },
    onError: (error) => {
      if (isPassingFailure(error)) void readAgain();
    },
  });
}
