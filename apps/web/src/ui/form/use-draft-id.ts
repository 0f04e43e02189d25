import { useRef } from 'react';

/**
 * The idempotence id of a text: the same for retries of the same text, so that a lost response does
 * not create it twice. Call `forget` after success.
 */
export function useDraftId(): { idFor: (text: string) => string; forget: () => void } {
  const tried = useRef<{ text: string; id: string }>(undefined);
  return {
    idFor: (text) => {
      if (tried.current?.text !== text) tried.current = { text, id: crypto.randomUUID() };
      return tried.current.id;
    },
    forget: () => {
      tried.current = undefined;
    },
  };
}
