import { type ReactNode, useDeferredValue } from 'react';

interface DeferredRenderProps {
  /** Renders immediately instead. Only the first value counts. */
  isAtOnce?: boolean;
  children: ReactNode;
}

/** Renders its content as a deferred update at first, so that a slow phone stays responsive. */
export function DeferredRender({ isAtOnce = false, children }: DeferredRenderProps) {
  const isDue = useDeferredValue(true, isAtOnce);
  return isDue ? children : null;
}
