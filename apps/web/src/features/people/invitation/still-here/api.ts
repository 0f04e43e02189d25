import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StillHereView } from '@zavet/contract/contacts/still-here-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { suggestLanguage } from '../../../../ui/language/i18n.ts';

export function useStillHere(token: string | undefined) {
  return useQuery({
    queryKey: queryKeys.stillHere(token),
    queryFn: async () => {
      // Without a signal to give it up by: phones of some years ago cannot join it with a time-out.
      const view = await api.openStillHere({ body: { token: token ?? '' } });
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

export type Answer = 'yes' | 'no';

export function useAnswer(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: Answer) => {
      const body = { token };
      return answer === 'yes' ? api.answerStillHere({ body }) : api.declineStillHere({ body });
    },
    onSuccess: (view) => client.setQueryData<StillHereView>(queryKeys.stillHere(token), view),
  });
}

/** The owner in a word: their name, or the address of those who have given none. */
export function ownerOf({ owner_name: name, owner_email: email }: StillHereView): string {
  return name ?? email;
}
