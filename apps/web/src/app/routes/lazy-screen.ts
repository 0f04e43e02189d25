import { lazyRouteComponent } from '@tanstack/react-router';

/** A screen whose code is fetched when it is first opened. */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(async () => {
    try {
      return await load();
    } catch (error) {
      // The router answers a missing module by reloading the page, which without a network loses it.
      if (navigator.onLine) throw error;
      throw new TypeError('Failed to fetch a screen', { cause: error });
    }
  }, name);
}
