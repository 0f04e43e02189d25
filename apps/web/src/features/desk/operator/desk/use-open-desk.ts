import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

export function useOpenDesk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { code: string }) => api.openDesk({ body }),
    onSuccess: (desk) => {
      client.setQueryData(queryKeys.desk(), desk);
      // What was refused while the desk was closed is asked for again.
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state }) =>
          state.error instanceof ApiError && state.error.code === 'operator_code_required',
      });
    },
  });
}

export function useLeaveDesk() {
  return useMutation({
    mutationFn: () => api.closeDesk(),
    onSuccess: useReadAgainAfter('closeDesk'),
  });
}
