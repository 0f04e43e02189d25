import { useEffect, useReducer, useRef } from 'react';

export const addButtonId = 'add-contact';

/** Ids of elements in a card that take the focus when the focused element is removed. */
export function focusIds(contactId: string) {
  return {
    heading: `contact-${contactId}`,
    menu: `contact-${contactId}-menu`,
    code: `contact-${contactId}-code`,
  };
}

/** Returns a function that focuses an element after the next render. */
export function useFocusNext(): (id: string) => void {
  const next = useRef<string>(undefined);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const element = next.current ? document.getElementById(next.current) : undefined;
    if (!element) return;
    next.current = undefined;
    element.focus();
  });
  return (id) => {
    next.current = id;
    rerender();
  };
}

/** Focuses the add button when the focused card was removed. */
export function useFocusAfterRemoval(count: number): void {
  const previousCount = useRef(count);
  useEffect(() => {
    const isFewer = count < previousCount.current;
    previousCount.current = count;
    if (!isFewer || document.activeElement !== document.body) return;
    document.getElementById(addButtonId)?.focus();
  }, [count]);
}
