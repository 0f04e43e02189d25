import { useQuery } from '@tanstack/react-query';
import { api } from '../client/api.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { Observable, useObservable } from '../state/observable.ts';
import { checkConfiguration } from './check-configuration.ts';

const browserClock = {
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  timeout: (ms: number) => AbortSignal.timeout(ms),
};

/** Checked once per page load, and again on request. */
export function useSetupCheck() {
  return useQuery({
    queryKey: queryKeys.setup(),
    queryFn: () =>
      checkConfiguration(
        {
          health: (signal) => api.getLive({}, { signal }),
          setup: (signal) => api.checkSetup({}, { signal }),
        },
        browserClock,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

class DemoMode extends Observable<boolean> {
  readonly enter = (): void => this.setState(true);
  readonly leave = (): void => this.setState(false);
}

const demoMode = new DemoMode(false);

/** The demo mode, in which the visitor uses a server that is not configured; a reload ends it. */
export function useDemoMode() {
  return {
    isDemo: useObservable(demoMode),
    enterDemo: demoMode.enter,
    leaveDemo: demoMode.leave,
  };
}
