import { createRootRoute, createRoute } from '@tanstack/react-router';
import { PublicLayout } from '../layouts/public-layout.tsx';
import { RootLayout } from '../layouts/root-layout.tsx';
import { lazyScreen } from './lazy-screen.ts';

export const rootRoute = createRootRoute({ component: RootLayout });

/** Works signed out and without the configuration check. */
export const publicLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: PublicLayout,
});

/** Works signed out, after the configuration check. */
export const gatedLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'gated',
  component: lazyScreen(() => import('../layouts/gated-layout.tsx'), 'GatedLayout'),
});

/** For signed-in visitors; others are led to /login and back. */
export const privateLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'private',
  component: lazyScreen(() => import('../layouts/private-layout.tsx'), 'PrivateLayout'),
});
