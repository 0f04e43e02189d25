import { lazyRouteComponent } from '@tanstack/react-router';
import { isFetchFailure } from '../screens/fetch-failure.ts';

/** A screen whose code is fetched when it is first opened. */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(async () => {
    try {
      return await load();
    } catch (error) {
      // In other words than the browser's: the router answers those by reloading the page at once,
      // which with the server away loses it.
      if (isFetchFailure(error)) throw new TypeError('Failed to fetch a screen', { cause: error });
      throw error;
    }
  }, name);
}
