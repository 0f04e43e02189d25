import type { ExportView, ImportView } from '@zavet/contract/vault/data-export-endpoints';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';

/** The interval while an export or import is running. */
const refetchIntervalMs = 1500;

export function useOwnData() {
  return useEndpoint(
    'getOwnData',
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        isRunning(data?.export) || isRunning(data?.import) ? refetchIntervalMs : false,
    },
  );
}

function isRunning(work: ExportView | ImportView | null | undefined): boolean {
  return work?.state === 'waiting' || work?.state === 'making' || work?.state === 'reading';
}
