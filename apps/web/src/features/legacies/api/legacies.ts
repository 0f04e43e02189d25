import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { api } from '../../../platform/client/api.ts';
import { lookAgainAfterMs } from '../legacy-stage.ts';

const legaciesKey = ['legacies'];
const activationKey = (id: string) => ['activation', id];

export function useLegacies() {
  return useQuery({
    queryKey: legaciesKey,
    queryFn: ({ signal }) => api.listLegacies({}, { signal }),
    // Those who come back from paying, or from another tab, see how it stands now.
    staleTime: 0,
    refetchInterval: ({ state }) => lookAgainAfterMs(state.data?.legacies ?? [], Date.now()),
  });
}

/** What the screen knows of legacies is read again. */
export function useRefreshLegacies() {
  const client = useQueryClient();
  return () => {
    for (const name of ['legacies', 'activation', 'received-instructions', 'payments']) {
      void client.invalidateQueries({ queryKey: [name] });
    }
  };
}

/** The visitor will not pay after all. */
export function useGiveUp() {
  const refresh = useRefreshLegacies();
  return useMutation({
    mutationFn: (id: string) => api.giveUpActivation({ params: { id } }),
    // Also after a failure: it may have been paid meanwhile.
    onSettled: refresh,
  });
}

/** Whom the mail does not reach, for the one who activated. */
export function useActivation(legacy: LegacyView, id: string) {
  return useQuery({
    queryKey: activationKey(id),
    queryFn: ({ signal }) => api.getActivation({ params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: () => lookAgainAfterMs([legacy], Date.now()),
  });
}

export function useCorrectAddress() {
  const client = useQueryClient();
  const refresh = useRefreshLegacies();
  return useMutation({
    mutationFn: ({ deliveryId, email }: { deliveryId: string; email: string }) =>
      api.correctAddress({ params: { id: deliveryId }, body: { recipient_email: email } }),
    onSuccess: (activation) => client.setQueryData(activationKey(activation.id), activation),
    // Also after a failure: it may have been corrected elsewhere.
    onSettled: refresh,
  });
}

export function useReceivedInstructions(trustedContactId: string) {
  return useQuery({
    queryKey: ['received-instructions', trustedContactId],
    queryFn: ({ signal }) =>
      api.listReceivedInstructions({ params: { id: trustedContactId } }, { signal }),
    // Coming back from reading one, it is marked as opened.
    staleTime: 0,
  });
}

/** Opens a delivery for this browser; it is read on a page of its own. */
export function useOpenReceived() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => api.openReceivedInstruction({ params: { id: deliveryId } }),
    onSuccess: ({ delivery_id }) => window.location.assign(`/delivery/${delivery_id}`),
    // It may have run out while the list stood there.
    onError: () => client.invalidateQueries({ queryKey: ['received-instructions'] }),
  });
}
