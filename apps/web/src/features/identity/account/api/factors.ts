import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

export function useFactors() {
  return useQuery({
    queryKey: queryKeys.factors(),
    queryFn: ({ signal }) => api.getFactors({}, { signal }),
  });
}

/**
 * Whether important forms ask for the password themselves. Who has another way to prove who they are
 * chooses it in the dialog that comes when it is needed.
 */
export function useAsksForPassword(): boolean {
  const factors = useFactors().data;
  return !factors || (factors.passkeys.length === 0 && !factors.has_codes);
}

/** Asks the server, then the device, then the server again; `name` is what the list will say. */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await api.beginPasskey();
      const { makePasskey } = await import('../access/passkeys.ts');
      const body = { passkey: await makePasskey(options), name };
      return api.addPasskey({ body });
    },
    onSettled: useReadAgainAfter('addPasskey'),
  });
}

export function useRenamePasskey() {
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      api.renamePasskey({ params: { id }, body: { name } }),
    onSettled: useReadAgainAfter('renamePasskey'),
  });
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (id: string) => api.removePasskey({ params: { id } }),
    // Also after a failure: it may be gone already.
    onSettled: useReadAgainAfter('removePasskey'),
  });
}

export function useBeginCodes() {
  return useMutation({
    mutationFn: () => api.beginCodes(),
    onSettled: useReadAgainAfter('beginCodes'),
  });
}

export function useConfirmCodes() {
  return useMutation({
    mutationFn: (code: string) => api.confirmCodes({ body: { code } }),
    onSuccess: useReadAgainAfter('confirmCodes'),
  });
}

export function useRemoveCodes() {
  return useMutation({
    mutationFn: () => api.removeCodes(),
    onSettled: useReadAgainAfter('removeCodes'),
  });
}

export function useMakeRecoveryCodes() {
  return useMutation({
    mutationFn: () => api.makeRecoveryCodes(),
    onSettled: useReadAgainAfter('makeRecoveryCodes'),
  });
}
