import { type ReactNode, useDeferredValue } from 'react';

/**
 * Draws what it holds, for the first time, in short slices instead of at a stroke: a slow phone can
 * scroll and type meanwhile.
 */
export function DrawnInSlices({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false);
  return isDue ? children : null;
}
