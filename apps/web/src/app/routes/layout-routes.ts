import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PublicLayout } from '../layouts/public-layout.tsx';
import { RootLayout } from '../layouts/root-layout.tsx';

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
  component: lazyRouteComponent(() => import('../layouts/gated-layout.tsx'), 'GatedLayout'),
});

/** For signed-in visitors; others are led to /login and back. */
export const privateLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'private',
  component: lazyRouteComponent(() => import('../layouts/private-layout.tsx'), 'PrivateLayout'),
});
