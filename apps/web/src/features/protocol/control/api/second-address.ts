import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

export function useSecondAddressLink(token: string | undefined) {
  return useQuery({
    queryKey: queryKeys.secondAddress(token),
    queryFn: () => api.describeSecondAddress({ body: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useConfirmSecondAddress(token: string) {
  return useMutation({ mutationFn: () => api.confirmSecondAddress({ body: { token } }) });
}
