import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import type { BodyOf } from './body-of.ts';

export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions(),
    queryFn: ({ signal }) => api.listSessions({}, { signal }),
  });
}

export function useEndSession() {
  return useMutation({
    mutationFn: (id: string) => api.endSession({ params: { id } }),
    // Also after a failure: the session may be gone already.
    onSettled: useReadAgainAfter('endSession'),
  });
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => api.endOtherSessions(),
    onSettled: useReadAgainAfter('endOtherSessions'),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: BodyOf<'changePassword'>) => api.changePassword({ body }),
    onSuccess: useReadAgainAfter('changePassword'),
  });
}

export function useSetPin() {
  return useMutation({
    mutationFn: (body: BodyOf<'setPin'>) => api.setPin({ body }),
    onSettled: useReadAgainAfter('setPin'),
  });
}

export function useRemovePin() {
  return useMutation({
    mutationFn: (body: BodyOf<'removePin'>) => api.removePin({ body }),
    onSettled: useReadAgainAfter('removePin'),
  });
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (body: BodyOf<'deleteAccount'>) => api.deleteAccount({ body }),
  });
}
