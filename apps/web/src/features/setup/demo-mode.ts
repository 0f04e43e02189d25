import { useSyncExternalStore } from 'react';

let isDemo = false;
const listeners = new Set<() => void>();

function setDemo(value: boolean): void {
  isDemo = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The visitor went on although the configuration is missing. Holds until the page is loaded again. */
export function useDemoMode() {
  return {
    isDemo: useSyncExternalStore(subscribe, () => isDemo),
    enterDemo: () => setDemo(true),
    leaveDemo: () => setDemo(false),
  };
}
