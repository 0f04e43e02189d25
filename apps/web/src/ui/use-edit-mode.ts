import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * View and edit mode of a card. When the form closes, the focus returns to the button that opened it,
 * or to the card's heading if the button was removed.
 */
export function useEditMode() {
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<RefObject<HTMLElement | null>>(undefined);

  useEffect(() => {
    if (!isEditing) focusNext.current?.current?.focus();
  }, [isEditing]);

  function close(next: RefObject<HTMLElement | null>) {
    focusNext.current = next;
    setEditing(false);
  }

  return {
    isEditing,
    open: () => setEditing(true),
    close: () => close(opener),
    closeAtHeading: () => close(heading),
    opener,
    heading,
  };
}
