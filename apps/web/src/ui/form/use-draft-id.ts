import { useRef } from 'react';

/**
 * The idempotency key of a text: unchanged while the same text is retried, so that a lost response
 * does not create a duplicate. Call `forget` after success.
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
