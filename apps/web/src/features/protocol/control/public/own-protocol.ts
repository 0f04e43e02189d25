import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { needsPolling } from '../protocol-rules.ts';

/** The interval while something happens, in milliseconds. */
const pollIntervalMs = 15_000;

/** The visitor's own protocol, with every start of it. */
export function useOwnProtocol({ enabled = true } = {}) {
  return useEndpoint(
    'getOwnProtocol',
    {},
    {
      enabled,
      refetchInterval: ({ state }) => (needsPolling(state.data) ? pollIntervalMs : false),
    },
  );
}
