import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { Heading } from './heading.tsx';

interface DialogProps {
  isOpen: boolean;
  title: string;
  /** `wide` is for reading and previews, `full` takes the whole window. */
  width?: 'usual' | 'wide' | 'full';
  children: ReactNode;
  /** Called when Escape is pressed. */
  onClose: () => void;
}

/** The browser's modal dialog: traps the focus and makes the rest of the page inert. */
export function Dialog({ isOpen, title, width = 'usual', children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    const opener = document.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    // Focusing a button may have scrolled the question out of view.
    element.scrollTop = 0;
    return () => {
      element.close();
      returnFocus(opener);
    };
  }, [isOpen]);

  if (!isOpen) return null;
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-width={width}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.content}>
        <Heading level={2} id={titleId}>
          {title}
        </Heading>
        {children}
      </div>
    </dialog>
  );
}

/** Focuses the opener, or the heading of the screen if the opener was removed. */
function returnFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement) opener.focus();
  if (document.activeElement === opener) return;
  // Deferred, because the screen may focus another element first.
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
}
