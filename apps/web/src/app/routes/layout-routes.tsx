import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Spinner } from '../../ui/loading.tsx';
import { PublicLayout } from '../layouts/public-layout.tsx';
import { isFetchFailure } from '../screens/recovery.ts';

export const rootRoute = createRootRoute({ component: RootLayout });

/** Screens that require neither a session nor the configuration check. */
export const publicLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: PublicLayout,
});

/** Screens that require the configuration check, but no session. */
export const gatedLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'gated',
  component: lazyScreen(() => import('../layouts/gated-layout.tsx'), 'GatedLayout'),
});

/** Screens for signed-in visitors; other visitors are redirected to /login and back. */
export const privateLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'private',
  component: lazyScreen(() => import('../layouts/private-layout.tsx'), 'PrivateLayout'),
});

/** A screen whose code is fetched when it is first opened. */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(async () => {
    try {
      return await load();
    } catch (error) {
      // Replaces the browser's message, on which the router would reload the page; while the server
      // is unreachable, a reload would lose the page.
      if (isFetchFailure(error)) throw new TypeError('Failed to fetch a screen', { cause: error });
      throw error;
    }
  }, name);
}

/** Search parameters of a route, all of them optional text. */
export function textSearch<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const known = names
      .map((name) => [name, search[name]] as const)
      .filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(known) as { [Key in Name]?: string };
  };
}

function RootLayout() {
  return (
    <Suspense fallback={<Spinner />}>
      <Outlet />
    </Suspense>
  );
}
