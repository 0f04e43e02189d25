import { useSyncExternalStore } from 'react';

const broad = matchMedia('(min-width: 75em)');

/** There is room for something beside a text: its place in the outline differs, not only its looks. */
export function useIsBroad(): boolean {
  return useSyncExternalStore(subscribe, () => broad.matches);
}

function subscribe(listener: () => void): () => void {
  broad.addEventListener('change', listener);
  return () => broad.removeEventListener('change', listener);
}
