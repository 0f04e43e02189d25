import { createRouter, stringifySearchWith } from '@tanstack/react-router';
import { Spinner } from '../ui/loading.tsx';
import { rootRoute } from './routes/layout-routes.tsx';
import { gatedRoutes, privateRoutes } from './routes/private-routes.ts';
import { publicRoutes } from './routes/public-routes.ts';
import { CrashScreen } from './screens/crash-screen.tsx';

export const router = createRouter({
  routeTree: rootRoute.addChildren([publicRoutes, gatedRoutes, privateRoutes]),
  // Search parameters are plain text: a numeric token stays a string.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultPreload: 'intent',
  defaultPendingComponent: Spinner,
  defaultPendingMs: 300,
  defaultErrorComponent: CrashScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
