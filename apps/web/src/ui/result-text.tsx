import { type ReactNode, useEffect, useRef } from 'react';
import styles from './result-page.module.css';

interface ResultTextProps {
  /** It takes the place of what was pressed: read aloud, and where the focus goes. */
  isFresh: boolean;
  children: ReactNode;
}

/** The sentence that says what became of something, where its page stays the same. */
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
