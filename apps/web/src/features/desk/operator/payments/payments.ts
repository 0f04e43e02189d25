import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { operatorCode } from '../code/operator-code.ts';
import { useCursorPages } from '../parts/use-cursor-pages.ts';

export type TroubleState = 'open' | 'settled';

export function useTroubles(state: TroubleState) {
  return useCursorPages(queryKeys.paymentTroubles(state), (after, signal) =>
    api.listPaymentTroubles({ query: { state, ...(after && { after }) } }, { signal }),
  );
}

export function useTrouble(id: string) {
  return useQuery({
    queryKey: queryKeys.paymentTrouble(id),
    queryFn: ({ signal }) => api.getPaymentTrouble({ params: { id } }, { signal }),
  });
}

export function useAskProviderAgain(id: string) {
  return useMutation({
    mutationFn: () => api.askProviderAgain({ params: { id } }),
    // Also after a failure: the answer may have come to somebody else.
    onSettled: useReadAgainAfter('askProviderAgain'),
  });
}

export function useRefundAgain(id: string, lead: string) {
  return useMutation({
    mutationFn: () =>
      operatorCode.withCode((code) => api.refundAgain({ params: { id }, body: { code } }), {
        lead,
      }),
    onSettled: useReadAgainAfter('refundAgain'),
  });
}

export function useRecordGivenBack(id: string, lead: string) {
  return useMutation({
    mutationFn: (input: { amount_kopecks: number; reference: string }) =>
      operatorCode.withCode(
        (code) => api.recordGivenBack({ params: { id }, body: { ...input, code } }),
        { lead },
      ),
    onSuccess: useReadAgainAfter('recordGivenBack'),
  });
}

export function useRecordSettled(id: string, lead: string) {
  return useMutation({
    mutationFn: (input: { reference: string }) =>
      operatorCode.withCode(
        (code) => api.recordSettled({ params: { id }, body: { ...input, code } }),
        { lead },
      ),
    onSuccess: useReadAgainAfter('recordSettled'),
  });
}
