import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DocumentsView } from '@zavet/contract/legal/legal-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import type { Accepted } from '../acceptance/pending-rules.ts';

/** Editions are announced days ahead; every screen asks, so the answer is kept for a while. */
const keptFor = 10 * 60 * 1000;

export const documentsQuery = queryOptions({
  queryKey: queryKeys.documents(),
  queryFn: ({ signal }) => api.getDocuments({}, { signal }),
  staleTime: keptFor,
});

/** The editions that concern the visitor, and whether they are accepted. */
export function useDocuments() {
  return useQuery(documentsQuery);
}

export function useAcceptDocuments() {
  const client = useQueryClient();
  const readAgain = useReadAgainAfter('acceptDocuments');
  return useMutation({
    mutationFn: (accepted: Accepted): Promise<DocumentsView> =>
      api.acceptDocuments({ body: { accepted } }),
    onSuccess: (view) => client.setQueryData(queryKeys.documents(), view),
    // Also after a refusal: there may be newer editions; then they have to be shown.
    onSettled: () => void readAgain(),
  });
}
