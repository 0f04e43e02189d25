import type { ReactNode } from 'react';
import styles from './notice-place.module.css';

interface NoticePlaceProps {
  label: string;
  children: ReactNode;
}

/** Where the service tells something above whichever screen is open. Not printed. */
export function NoticePlace({ label, children }: NoticePlaceProps) {
  return (
    <aside className={styles.place} aria-label={label}>
      {children}
    </aside>
  );
}
