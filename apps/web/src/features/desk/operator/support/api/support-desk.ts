import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SupportAnswer, SupportThread } from '@zavet/contract/operators/support-endpoints';
import { api } from '../../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../../platform/queries/query-keys.ts';
import { useCursorPages } from '../../parts/use-cursor-pages.ts';

export type RequestState = 'open' | 'answered';

export function useSupportRequests(state: RequestState) {
  return useCursorPages(queryKeys.supportDesk(state), (after, signal) =>
    api.listSupportRequests({ query: { state, after } }, { signal }),
  );
}

export function useSupportThread(id: string) {
  return useQuery({
    queryKey: queryKeys.supportThread(id),
    queryFn: async ({ signal }) =>
      (await api.getSupportRequest({ params: { id } }, { signal })).request,
  });
}

export function useAnswer(id: string) {
  const readAgain = useReadAgainAfter('answerSupportRequest');
  const keep = useKeep(id);
  return useMutation({
    mutationFn: (body: SupportAnswer) => api.answerSupportRequest({ params: { id }, body }),
    onSuccess: keep,
    // One that was refused has a new message to be read before.
    onSettled: () => void readAgain(),
  });
}

export function useSettle(id: string) {
  const readAgain = useReadAgainAfter('settleSupportRequest');
  const keep = useKeep(id);
  return useMutation({
    mutationFn: () => api.settleSupportRequest({ params: { id } }),
    onSuccess: keep,
    onSettled: () => void readAgain(),
  });
}

function useKeep(id: string) {
  const client = useQueryClient();
  return ({ request }: { request: SupportThread }) =>
    client.setQueryData(queryKeys.supportThread(id), request);
}
