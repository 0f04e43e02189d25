import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';
import { passwordProof } from '../../../platform/session/password-proof.ts';
import type { BodyOf } from './body-of.ts';
import { useStaleAfter } from './use-stale-after.ts';

export function useSecurityEvents() {
  return useQuery({
    queryKey: ['security-events'],
    queryFn: ({ signal }) => api.listSecurityEvents({}, { signal }),
  });
}

export function useSessions() {
  return useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.listSessions({}, { signal }),
  });
}

export function useEndSession() {
  return useMutation({
    mutationFn: (id: string) => passwordProof.withProof(() => api.endSession({ params: { id } })),
    // Also after a failure: the session may be gone already.
    onSettled: useStaleAfter('sessions', 'security-events'),
  });
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => passwordProof.withProof(() => api.endOtherSessions()),
    onSettled: useStaleAfter('sessions', 'security-events'),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: BodyOf<'changePassword'>) => api.changePassword({ body }),
    onSuccess: useStaleAfter('sessions', 'security-events'),
  });
}

export function useSetPin() {
  return useMutation({
    mutationFn: (body: BodyOf<'setPin'>) => passwordProof.withProof(() => api.setPin({ body })),
    onSettled: useStaleAfter('profile', 'security-events'),
  });
}

export function useRemovePin() {
  return useMutation({
    mutationFn: (body: BodyOf<'removePin'>) =>
      passwordProof.withProof(() => api.removePin({ body })),
    onSettled: useStaleAfter('profile', 'security-events'),
  });
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (body: BodyOf<'deleteAccount'>) => api.deleteAccount({ body }),
  });
}
