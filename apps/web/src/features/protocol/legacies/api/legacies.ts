import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { lookAgainAfterMs } from '../legacy-stage.ts';

export function useLegacies() {
  return useQuery({
    queryKey: queryKeys.legacies(),
    queryFn: ({ signal }) => api.listLegacies({}, { signal }),
    // Those who come back from paying, or from another tab, see how it stands now.
    staleTime: 0,
    refetchInterval: ({ state }) => lookAgainAfterMs(state.data?.legacies ?? [], Date.now()),
  });
}

/** The visitor takes the start back. */
export function useGiveUp() {
  const readAgain = useReadAgainAfter('giveUpActivation');
  return useMutation({
    mutationFn: (id: string) => api.giveUpActivation({ params: { id } }),
    // Also after a failure: it may have gone on meanwhile. It is done when the card shows it.
    onSettled: () => readAgain(),
  });
}

/** The visitor agrees that another contact starts the protocol, or doubts it. */
export function useAnswerAgreement() {
  const readAgain = useReadAgainAfter('answerAgreement');
  return useMutation({
    mutationFn: ({ id, agrees }: { id: string; agrees: boolean }) =>
      api.answerAgreement({ params: { id }, body: { agrees } }),
    // Also after a failure: somebody else may have answered meanwhile.
    onSettled: () => readAgain(),
  });
}

/** Withdraws the visitor's doubt about the start of another contact. */
export function useWithdrawDoubt() {
  const readAgain = useReadAgainAfter('withdrawDoubt');
  return useMutation({
    mutationFn: (id: string) => api.withdrawDoubt({ params: { id } }),
    // Also after a failure: it may be decided meanwhile.
    onSettled: () => readAgain(),
  });
}

/** Whom the mail does not reach, for the one who activated. */
export function useActivation(legacy: LegacyView, id: string) {
  return useQuery({
    queryKey: queryKeys.activation(id),
    queryFn: ({ signal }) => api.getActivation({ params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: () => lookAgainAfterMs([legacy], Date.now()),
  });
}

export function useCorrectAddress() {
  const client = useQueryClient();
  const readAgain = useReadAgainAfter('correctAddress');
  return useMutation({
    mutationFn: ({ envelopeId, email }: { envelopeId: string; email: string }) =>
      api.correctAddress({ params: { id: envelopeId }, body: { recipient_email: email } }),
    onSuccess: (activation) => client.setQueryData(queryKeys.activation(activation.id), activation),
    // Also after a failure: it may have been corrected elsewhere.
    onSettled: () => void readAgain(),
  });
}

export function useReceivedInstructions(trustedContactId: string) {
  return useQuery({
    queryKey: queryKeys.receivedInstructions(trustedContactId),
    queryFn: ({ signal }) =>
      api.listReceivedInstructions({ params: { id: trustedContactId } }, { signal }),
    // Coming back from reading one, it is marked as opened.
    staleTime: 0,
  });
}

/** Opens a delivery for this browser; it is read on a page of its own. */
export function useOpenReceived() {
  return useMutation({
    mutationFn: (deliveryId: string) => api.openReceivedInstruction({ params: { id: deliveryId } }),
    onSuccess: ({ delivery_id: id }) =>
      window.location.assign(`/delivery/${id}?letter=${id}&from=trusted-legacies`),
    // It may have run out while the list stood there.
    onError: useReadAgainAfter('openReceivedInstruction'),
  });
}
