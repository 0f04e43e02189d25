import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'green' | 'gold' | 'red' | 'plain';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
