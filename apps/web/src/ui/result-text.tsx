import { type ReactNode, useEffect, useRef } from 'react';
import styles from './result-page.module.css';

interface ResultTextProps {
  /** Replaces the pressed button: announced and focused. */
  isFresh: boolean;
  children: ReactNode;
}

/** The outcome of an action on a page that stays. */
export function ResultText({ isFresh, children }: ResultTextProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFresh) element.current?.focus();
  }, [isFresh]);
  return (
    <div
      ref={element}
      className={styles.text}
      role={isFresh ? 'status' : undefined}
      tabIndex={isFresh ? -1 : undefined}
    >
      {children}
    </div>
  );
}
