import { useMutation, useQuery } from '@tanstack/react-query';
import type { PresenceFrequency } from '@zavet/contract/presence/presence-values';
import { api } from '../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../platform/queries/affected.ts';
import { queryKeys } from '../../../platform/queries/query-keys.ts';

export function usePresence() {
  return useQuery({
    queryKey: queryKeys.presence(),
    queryFn: ({ signal }) => api.getPresence({}, { signal }),
  });
}

export function useSetPresence() {
  return useMutation({
    mutationFn: (frequency: PresenceFrequency) => api.setPresence({ body: { frequency } }),
    onSettled: useReadAgainAfter('setPresence'),
  });
}
