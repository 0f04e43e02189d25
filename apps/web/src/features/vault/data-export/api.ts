import { useMutation, useQuery } from '@tanstack/react-query';
import type { ExportView, ImportView } from '@zavet/contract/data-export/data-export-endpoints';
import { api, exportAddress } from '../../../platform/client/api.ts';
import { saveFrom } from '../../../platform/client/save-as.ts';
import { useReadAgainAfter } from '../../../platform/queries/affected.ts';
import { queryKeys } from '../../../platform/queries/query-keys.ts';

/** How often a screen looks how far it is, while something is being done. */
const lookEveryMs = 1500;

export function useOwnData() {
  return useQuery({
    queryKey: queryKeys.ownData(),
    queryFn: ({ signal }) => api.getOwnData({}, { signal }),
    refetchInterval: ({ state: { data } }) =>
      isUnderWay(data?.export) || isUnderWay(data?.import) ? lookEveryMs : false,
  });
}

function isUnderWay(work: ExportView | ImportView | null | undefined): boolean {
  return work?.state === 'waiting' || work?.state === 'making' || work?.state === 'reading';
}

export function useOrderExport() {
  return useMutation({
    mutationFn: () => api.orderExport(),
    onSettled: useReadAgainAfter('orderExport'),
  });
}

export function useDownloadExport() {
  return useMutation({
    mutationFn: async (id: string) => {
      await api.allowDownload({ params: { id } });
      saveFrom(exportAddress(id));
    },
    onSettled: useReadAgainAfter('allowDownload'),
  });
}

export function useRemoveExport() {
  return useMutation({
    mutationFn: (id: string) => api.removeExport({ params: { id } }),
    onSettled: useReadAgainAfter('removeExport'),
  });
}

export function useDismissImport() {
  return useMutation({
    mutationFn: (id: string) => api.dismissImport({ params: { id } }),
    onSettled: useReadAgainAfter('dismissImport'),
  });
}
