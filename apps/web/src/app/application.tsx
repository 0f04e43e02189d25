import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { SessionEffects } from '../features/session/session-effects.tsx';
import { Toasts } from '../interface/toasts.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';

export function Application() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionEffects />
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}
