import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../platform/queries/query-client.ts';
import { Toasts } from '../ui/toasts.tsx';
import { router as ownRouter } from './router.ts';
import { SessionEffects } from './session-effects.tsx';

export function Application({ router = ownRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionEffects />
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}
