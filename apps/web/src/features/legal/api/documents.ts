import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DocumentsView } from '@zavet/contract/legal/legal-endpoints';
import { api } from '../../../platform/client/api.ts';
import type { Accepted } from '../acceptance/pending-rules.ts';

const key = ['documents'];

/** Editions are announced days ahead; every screen asks, so the answer is kept for a while. */
const keptFor = 10 * 60 * 1000;

export const documentsQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => api.getDocuments({}, { signal }),
  staleTime: keptFor,
});

/** The editions that concern the visitor, and whether they are accepted. */
export function useDocuments() {
  return useQuery(documentsQuery);
}

export function useAcceptDocuments() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (accepted: Accepted): Promise<DocumentsView> =>
      api.acceptDocuments({ body: { accepted } }),
    onSuccess: (view) => {
      client.setQueryData(key, view);
      void client.invalidateQueries({ queryKey: ['security-events'] });
    },
    // A refusal may mean that there are newer editions; then they have to be shown.
    onError: () => void client.invalidateQueries({ queryKey: key }),
  });
}
