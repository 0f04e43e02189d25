import type { ReactNode } from 'react';
import styles from './paper.module.css';

/** A sheet to print and keep. Printing the page prints only this sheet. */
export function Paper({ children }: { children: ReactNode }) {
  return <div className={styles.paper}>{children}</div>;
}
