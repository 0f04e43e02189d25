import { useRef } from 'react';

/**
 * The id under which a text is sent: the same while the same text is tried again, so that a call
 * whose answer was lost does not write twice. `forget` after it was sent.
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
