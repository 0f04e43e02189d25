import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ProtocolRulesInput,
  ProtocolRulesView,
} from '@zavet/contract/protocol/rules-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

const protocolRulesQuery = queryOptions({
  queryKey: queryKeys.protocolRules(),
  queryFn: ({ signal }) => api.getProtocolRules({}, { signal }),
});

export function useProtocolRules({ enabled = true } = {}) {
  return useQuery({ ...protocolRulesQuery, enabled });
}

export function useSetProtocolRules() {
  const show = useShowRules();
  return useMutation({
    mutationFn: (body: ProtocolRulesInput) => api.setProtocolRules({ body }),
    onSuccess: show,
    onSettled: useReadAgainAfter('setProtocolRules'),
  });
}

export function useSetSecondAddress() {
  const show = useShowRules();
  return useMutation({
    mutationFn: (email: string) => api.setSecondAddress({ body: { email } }),
    onSuccess: show,
    onSettled: useReadAgainAfter('setSecondAddress'),
  });
}

export function useRemoveSecondAddress() {
  const show = useShowRules();
  return useMutation({
    mutationFn: () => api.removeSecondAddress(),
    onSuccess: show,
    // Also after a failure: it may be gone already.
    onSettled: useReadAgainAfter('removeSecondAddress'),
  });
}

export function useMakeStopCode() {
  return useMutation({
    mutationFn: () => api.makeStopCode(),
    // The code is shown once and kept nowhere.
    gcTime: 0,
    onSettled: useReadAgainAfter('makeStopCode'),
  });
}

export function useRemoveStopCode() {
  return useMutation({
    mutationFn: () => api.removeStopCode(),
    onSettled: useReadAgainAfter('removeStopCode'),
  });
}

function useShowRules() {
  const client = useQueryClient();
  return (rules: ProtocolRulesView) => client.setQueryData(protocolRulesQuery.queryKey, rules);
}
