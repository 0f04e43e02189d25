import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Heading } from './heading.tsx';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next step. */
  actions?: ReactNode;
  tone?: 'green' | 'red';
  role?: 'alert';
}

export function EmptyState({ icon, title, children, actions, tone, role }: EmptyStateProps) {
  return (
    <div className={styles.state} role={role}>
      <div className={styles.icon} data-tone={tone} aria-hidden>
        {icon}
      </div>
      <Heading level={2}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
