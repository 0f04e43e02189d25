import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { operatorCode } from '../code/operator-code.ts';

export interface OutageTime {
  began_at: string;
  ended_at: string;
}

export function useOutages() {
  return useQuery({
    queryKey: queryKeys.outages(),
    queryFn: ({ signal }) => api.listOutages({}, { signal }),
  });
}

export function usePreviewOutage() {
  return useMutation({ mutationFn: (body: OutageTime) => api.previewOutage({ body }) });
}

export function useRecordOutage(lead: string) {
  return useMutation({
    mutationFn: (outage: OutageTime) =>
      operatorCode.withCode((code) => api.recordOutage({ body: { ...outage, code } }), { lead }),
    onSuccess: useReadAgainAfter('recordOutage'),
  });
}
