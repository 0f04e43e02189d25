import { useMutation, useQuery } from '@tanstack/react-query';
import type { MaintenanceInput } from '@zavet/contract/maintenance/maintenance-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { operatorCode } from '../code/operator-code.ts';

const readAgainMs = 30_000;

/** Read again as long as it is looked at: mails are leaving. */
export function useMaintenanceList() {
  return useQuery({
    queryKey: queryKeys.maintenanceDesk(),
    queryFn: ({ signal }) => api.listMaintenance({}, { signal }),
    refetchInterval: readAgainMs,
  });
}

export function usePlanMaintenance(lead: string) {
  return useMutation({
    mutationFn: (time: MaintenanceInput) =>
      operatorCode.withCode((code) => api.planMaintenance({ body: { ...time, code } }), { lead }),
    onSettled: useReadAgainAfter('planMaintenance'),
  });
}

export function useCallOffMaintenance(lead: string) {
  return useMutation({
    mutationFn: (id: string) =>
      operatorCode.withCode((code) => api.callOffMaintenance({ params: { id }, body: { code } }), {
        lead,
      }),
    onSettled: useReadAgainAfter('callOffMaintenance'),
  });
}
