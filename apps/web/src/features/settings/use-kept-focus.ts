import { type RefObject, useEffect, useRef } from 'react';

// Hidden fields carry only the component library's own mark.
const wrongField = '[aria-invalid="true"], [data-invalid="true"]';

/**
 * A button that works is disabled, and a disabled button loses the focus. When the work is done,
 * the focus goes to the first wrong field of the form, or back to the button.
 */
export function useKeptFocus(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const submit = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isDone = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    const { activeElement, body } = document;
    const isElsewhere = activeElement !== body && activeElement !== submit.current;
    if (!isDone || isElsewhere) return;
    const wrong = submit.current?.form?.querySelector<HTMLElement>(wrongField);
    (wrong ?? submit.current)?.focus();
  }, [isBusy]);
  return submit;
}
