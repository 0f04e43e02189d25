import type { ReactNode } from 'react';
import styles from './paper.module.css';

/** What is printed and kept at home: printed, the page is this sheet and nothing else. */
export function Paper({ children }: { children: ReactNode }) {
  return <div className={styles.paper}>{children}</div>;
}
