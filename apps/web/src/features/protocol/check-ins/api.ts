import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CheckInView } from '@zavet/contract/presence/presence-endpoints';
import { api } from '../../../platform/client/api.ts';
import { queryKeys } from '../../../platform/queries/query-keys.ts';
import { suggestLanguage } from '../../../ui/language/i18n.ts';

export function useCheckIn(token: string | undefined) {
  return useQuery({
    queryKey: queryKeys.checkIn(token),
    queryFn: async () => {
      // Without a signal to give it up by: phones of some years ago cannot join it with a time-out.
      const view = await api.describeCheckIn({ body: { token: token ?? '' } });
      // The page then appears at once in the language of the mail.
      await suggestLanguage(view.preferred_language);
      return view;
    },
    enabled: token !== undefined,
    // Answered here: looking again by itself would turn «thank you» into «it is known already».
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useAnswerCheckIn(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.answerCheckIn({ body: { token } }),
    onSuccess: (view) => client.setQueryData<CheckInView>(queryKeys.checkIn(token), view),
  });
}
