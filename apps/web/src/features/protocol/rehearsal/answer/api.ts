import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RehearsalAnswerView } from '@zavet/contract/rehearsal/rehearsal-schemas';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { suggestLanguage } from '../../../../ui/language/i18n.ts';

export function useRehearsalLink(token: string | undefined) {
  return useQuery({
    queryKey: queryKeys.rehearsalAnswer(token),
    queryFn: async () => {
      // Without a signal to give it up by: phones of some years ago cannot join it with a time-out.
      const view = await api.openRehearsal({ body: { token: token ?? '' } });
      // The page then appears at once in the language of the mail.
      await suggestLanguage(view.preferred_language);
      return view;
    },
    enabled: token !== undefined,
    // Answered here or nowhere: looking again by itself would only cost an old phone.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useAnswer(token: string) {
  return useStep(token, () => api.answerRehearsal({ body: { token } }));
}

export function useTryPin(token: string) {
  return useStep(token, (pin: string) => api.tryRehearsalPin({ body: { token, pin } }));
}

export function useSkipPin(token: string) {
  return useStep(token, () => api.skipRehearsalPin({ body: { token } }));
}

function useStep<Given = void>(
  token: string,
  mutationFn: (given: Given) => Promise<RehearsalAnswerView>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (view) => client.setQueryData(queryKeys.rehearsalAnswer(token), view),
  });
}
