import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

const readAgainMs = 30_000;

/** Read again as long as it is looked at. */
export function useServiceState() {
  return useQuery({
    queryKey: queryKeys.deskTab('state'),
    queryFn: ({ signal }) => api.getServiceState({}, { signal }),
    refetchInterval: readAgainMs,
  });
}

export function useRetryJob() {
  return useMutation({
    mutationFn: (id: string) => api.retryFailedJob({ params: { id } }),
    onSettled: useReadAgainAfter('retryFailedJob'),
  });
}

export function useSendTestMail() {
  return useMutation({
    mutationFn: () => api.sendTestMail(),
    onSettled: useReadAgainAfter('sendTestMail'),
  });
}
