import { useEffect, useReducer, useRef } from 'react';

export const addButtonId = 'add-contact';

/** What takes the focus when something else of a contact goes away. */
export function focusIds(contactId: string) {
  return {
    heading: `contact-${contactId}`,
    menu: `contact-${contactId}-menu`,
    code: `contact-${contactId}-code`,
  };
}

/** Moves the focus to an element as soon as it is drawn. */
export function useFocusNext(): (id: string) => void {
  const next = useRef<string>(undefined);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const element = next.current ? document.getElementById(next.current) : undefined;
    if (!element) return;
    next.current = undefined;
    element.focus();
  });
  return (id) => {
    next.current = id;
    drawAgain();
  };
}

/** A card that goes takes the focus with it; then keyboards and readers go on at the add button. */
export function useFocusAfterLoss(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const hasLost = count < before.current;
    before.current = count;
    if (!hasLost || document.activeElement !== document.body) return;
    document.getElementById(addButtonId)?.focus();
  }, [count]);
}
