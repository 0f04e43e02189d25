import { useEffect, useRef, useState } from 'react';

/**
 * View and edit mode of a card. When the form closes, the focus goes back to the button that
 * opened it, or to the card's heading where that button is gone.
 */
export function useEditMode() {
  const [isEditing, setEditing] = useState(false);
  const wasEditing = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (wasEditing.current && !isEditing) (opener.current ?? heading.current)?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return {
    isEditing,
    open: () => setEditing(true),
    close: () => setEditing(false),
    opener,
    heading,
  };
}
