import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { checkConfiguration } from '../check-configuration.ts';

const browserClock = {
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  timeout: (ms: number) => AbortSignal.timeout(ms),
};

/** Asked once per page load, and again on request. */
export function useSetupCheck() {
  return useQuery({
    queryKey: queryKeys.setup(),
    queryFn: () =>
      checkConfiguration(
        {
          health: (signal) => api.getHealth({}, { signal }),
          setup: (signal) => api.checkSetup({}, { signal }),
        },
        browserClock,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
