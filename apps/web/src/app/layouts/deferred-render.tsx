import { type ReactNode, useDeferredValue } from 'react';

interface DeferredRenderProps {
  /** At a stroke after all. Only what it is at first counts. */
  isAtOnce?: boolean;
  children: ReactNode;
}

/**
 * Draws what it holds, for the first time, in short slices instead of at a stroke: a slow phone can
 * scroll and type meanwhile.
 */
export function DeferredRender({ isAtOnce = false, children }: DeferredRenderProps) {
  const isDue = useDeferredValue(true, isAtOnce);
  return isDue ? children : null;
}
