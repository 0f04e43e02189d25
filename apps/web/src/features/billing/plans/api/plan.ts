import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlanView } from '@zavet/contract/plans/plan-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

export function usePlan() {
  return useQuery({
    queryKey: queryKeys.plan(),
    queryFn: ({ signal }) => api.getPlan({}, { signal }),
  });
}

export function useSetAutoRenewal() {
  return usePlanChange('setAutoRenewal', (isOn: boolean) =>
    api.setAutoRenewal({ body: { is_on: isOn } }),
  );
}

export function useRemovePaymentMethod() {
  return usePlanChange('removePaymentMethod', () => api.removePaymentMethod());
}

function usePlanChange<Input>(
  name: 'setAutoRenewal' | 'removePaymentMethod',
  change: (input: Input) => Promise<PlanView>,
) {
  const client = useQueryClient();
  const readAgain = useReadAgainAfter(name);
  return useMutation({
    mutationFn: change,
    onSuccess: (plan) => client.setQueryData(queryKeys.plan(), plan),
    // A refusal may mean that the plan is no longer what this tab shows.
    onError: () => void readAgain(),
  });
}
