import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '@zavet/contract/protocol/request-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

/** A request of the visitor's, with its documents and its answer. */
export function useRequest(id: string) {
  return useQuery({
    queryKey: queryKeys.activationRequest(id),
    queryFn: ({ signal }) => api.getRequest({ params: { id } }, { signal }),
    // An operator may have answered while the screen stood there.
    staleTime: 0,
  });
}

export function useFileRequest() {
  const client = useQueryClient();
  const readAgain = useReadAgainAfter('fileRequest');
  return useMutation({
    mutationFn: (body: RequestInput) => api.fileRequest({ body }),
    onSuccess: (answer) =>
      client.setQueryData(queryKeys.activationRequest(answer.request.id), answer),
    // Also after a failure: somebody may have started the protocol meanwhile.
    onSettled: () => void readAgain(),
  });
}

export function useRemoveDocument(requestId: string) {
  return useMutation({
    mutationFn: (documentId: string) =>
      api.removeRequestDocument({ params: { id: requestId, document_id: documentId } }),
    // Also after a failure: it may be gone, or decided about.
    onSettled: useReadAgainAfter('removeRequestDocument'),
  });
}
