import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlanView } from '@zavet/contract/plans/plan-endpoints';
import { api } from '../../../platform/client/api.ts';

const planKey = ['plan'];

export function usePlan() {
  return useQuery({
    queryKey: planKey,
    queryFn: ({ signal }) => api.getPlan({}, { signal }),
  });
}

export function useSetAutoRenewal() {
  return usePlanChange((isOn: boolean) => api.setAutoRenewal({ body: { is_on: isOn } }));
}

export function useRemovePaymentMethod() {
  return usePlanChange(() => api.removePaymentMethod());
}

function usePlanChange<Input>(change: (input: Input) => Promise<PlanView>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (plan) => client.setQueryData(planKey, plan),
    // A refusal may mean that the plan is no longer what this tab shows.
    onError: () => void client.invalidateQueries({ queryKey: planKey }),
  });
}
