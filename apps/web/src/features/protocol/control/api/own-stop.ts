import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';

/** The signed-in owner stops what somebody has begun. Needs no password: haste is on the owner's side. */
export function useStopOwnProtocol({ onStopped }: { onStopped?: () => void } = {}) {
  return useMutation({
    mutationFn: () => api.stopOwnProtocol(),
    onSuccess: onStopped,
    // Also after a failure: it may have been stopped or released meanwhile.
    onSettled: useReadAgainAfter('stopOwnProtocol'),
  });
}

export function useDecideOnContact() {
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: 'keep' | 'question' }) =>
      api.decideOnContact({ params: { id }, body: { decision } }),
    onSettled: useReadAgainAfter('decideOnContact'),
  });
}

export function useCloseLetters() {
  return useMutation({
    mutationFn: () => api.closeLetters(),
    onSettled: useReadAgainAfter('closeLetters'),
  });
}

export function useArmAgain() {
  return useMutation({
    mutationFn: () => api.armAgain(),
    onSettled: useReadAgainAfter('armAgain'),
  });
}
