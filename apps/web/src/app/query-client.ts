import { backOffMs, isPassingFailure } from '../features/session/session-rules.ts';
import { type OtherTabs, otherTabs, SharedQueryClient } from './shared-query-client.ts';

const maxRetries = 3;

export function createQueryClient(others: OtherTabs): SharedQueryClient {
  return new SharedQueryClient(
    {
      defaultOptions: {
        queries: {
          staleTime: 30_000,
          // What was changed on another device is there when one comes back to this one.
          refetchOnWindowFocus: true,
          // Being offline is an error with a retry button, not an endless wait.
          networkMode: 'always',
          retry: (failures, error) => failures < maxRetries && isPassingFailure(error),
          retryDelay: backOffMs,
        },
        mutations: { networkMode: 'always', retry: false },
      },
    },
    others,
  );
}

export const queryClient = createQueryClient(otherTabs());
