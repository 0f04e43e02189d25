import type { ExportView, ImportView } from '@zavet/contract/vault/data-export-endpoints';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';

/** The interval while an export or import is running. */
const readAgainMs = 1500;

export function useOwnData() {
  return useEndpoint(
    'getOwnData',
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        isUnderWay(data?.export) || isUnderWay(data?.import) ? readAgainMs : false,
    },
  );
}

function isUnderWay(work: ExportView | ImportView | null | undefined): boolean {
  return work?.state === 'waiting' || work?.state === 'making' || work?.state === 'reading';
}
