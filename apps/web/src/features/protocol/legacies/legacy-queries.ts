import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { refetchIntervalMs } from './legacy-stage.ts';

// Other screens and other users change this data, so every screen refetches it.

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

/** Undelivered letters, for the contact who started the protocol. */
export function useActivation(legacy: LegacyView, id: string) {
  return useEndpoint(
    'getActivation',
    { params: { id } },
    { staleTime: 0, refetchInterval: () => refetchIntervalMs([legacy], Date.now()) },
  );
}

/** Unpaid plans of owners who named the user as a contact. */
export function useLapsingPlans() {
  return useEndpoint('listLapsingPlans', {}, { staleTime: 0 });
}

/** A request of the user with its documents and decision. */
export function useRequest(id: string) {
  return useEndpoint('getRequest', { params: { id } }, { staleTime: 0 });
}
