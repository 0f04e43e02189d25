import type { ComponentProps, ReactNode } from 'react';
import { Contents } from '../contents.tsx';
import styles from '../texts.module.css';

type TextLayoutProps = ComponentProps<typeof Contents> & { children: ReactNode };

/** A long text with its contents beside or above it. */
export function TextLayout({ children, ...contents }: TextLayoutProps) {
  return (
    <div className={styles.layout}>
      <Contents {...contents} />
      {children}
    </div>
  );
}
