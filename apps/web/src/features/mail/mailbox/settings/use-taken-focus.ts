import { type RefObject, useEffect } from 'react';

/** Gives a heading the focus when it appears in the place of something that had it. */
export function useTakenFocus(heading: RefObject<HTMLElement | null>, takesFocus: boolean): void {
  useEffect(() => {
    if (!takesFocus) return;
    // After a dialog that closes, and looks for the button that opened it.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [heading, takesFocus]);
}
