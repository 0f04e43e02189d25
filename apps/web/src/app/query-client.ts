import { QueryClient } from '@tanstack/react-query';
import { backOffMs, isPassingFailure } from '../features/session/session-rules.ts';

const maxRetries = 3;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Being offline is an error with a retry button, not an endless wait.
      networkMode: 'always',
      retry: (failures, error) => failures < maxRetries && isPassingFailure(error),
      retryDelay: backOffMs,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
