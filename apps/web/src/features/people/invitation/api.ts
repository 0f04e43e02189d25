import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InvitationView } from '@zavet/contract/contacts/invitation-endpoints';
import { api } from '../../../platform/client/api.ts';
import { queryKeys } from '../../../platform/queries/query-keys.ts';
import { suggestLanguage } from '../../../ui/language/i18n.ts';

export function useInvitation(token: string | undefined) {
  return useQuery({
    queryKey: queryKeys.invitation(token),
    queryFn: async () => {
      // Without a signal to give it up by: phones of some years ago cannot join it with a time-out.
      const view = await api.openInvitation({ body: { token: token ?? '' } });
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

export type Answer = 'accept' | 'decline';

export function useAnswer(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: Answer) => {
      const body = { token };
      return answer === 'accept' ? api.acceptInvitation({ body }) : api.declineInvitation({ body });
    },
    onSuccess: (view) => client.setQueryData<InvitationView>(queryKeys.invitation(token), view),
  });
}

/** The owner in a word: their name, or the address of those who have given none. */
export function ownerOf({ owner_name: name, owner_email: email }: InvitationView): string {
  return name ?? email;
}
