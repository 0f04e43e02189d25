import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { refetchIntervalMs } from './legacy-stage.ts';

// All of these change on other screens and by other people, so each screen reads them again.

export function useLegacies() {
  return useEndpoint(
    'listLegacies',
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state }) => refetchIntervalMs(state.data?.legacies ?? [], Date.now()),
    },
  );
}

/** The recipients that mail does not reach, for the contact who activated. */
export function useActivation(legacy: LegacyView, id: string) {
  return useEndpoint(
    'getActivation',
    { params: { id } },
    { staleTime: 0, refetchInterval: () => refetchIntervalMs([legacy], Date.now()) },
  );
}

/** Expired plans of owners who trust the visitor. Without an answer the cards go without. */
export function useLapsingPlans() {
  return useEndpoint('listLapsingPlans', {}, { staleTime: 0 });
}

/** A request of the visitor's, with its documents and its answer. */
export function useRequest(id: string) {
  return useEndpoint('getRequest', { params: { id } }, { staleTime: 0 });
}
