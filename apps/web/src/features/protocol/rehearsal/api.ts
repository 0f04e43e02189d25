import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RehearsalsView } from '@zavet/contract/rehearsal/rehearsal-schemas';
import { api } from '../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../platform/queries/affected.ts';
import { queryKeys } from '../../../platform/queries/query-keys.ts';

/** Answers come while the owner looks on. */
const lookAgainMs = 15_000;

export function useRehearsals() {
  return useQuery({
    queryKey: queryKeys.rehearsals(),
    queryFn: ({ signal }) => api.getRehearsals({}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.rehearsals.some(({ ended_at }) => ended_at === null) ? lookAgainMs : false,
  });
}

export function useStartRehearsal() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (mails_recipients: boolean) => api.startRehearsal({ body: { mails_recipients } }),
    onSuccess: keep,
    onSettled: useReadAgainAfter('startRehearsal'),
  });
}

export function useEndRehearsal() {
  const keep = useKeep();
  return useMutation({
    mutationFn: () => api.endRehearsal({}),
    onSuccess: keep,
    onSettled: useReadAgainAfter('endRehearsal'),
  });
}

function useKeep() {
  const client = useQueryClient();
  return (view: RehearsalsView) => client.setQueryData(queryKeys.rehearsals(), view);
}
