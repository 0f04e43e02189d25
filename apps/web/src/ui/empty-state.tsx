import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Heading } from './heading.tsx';

interface EmptyStateProps {
  /** A picture from `drawings/`. */
  drawing?: ReactNode;
  /** A smaller alternative to `drawing`, where several lists are on one screen. */
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next step. */
  actions?: ReactNode;
  role?: 'alert';
}

/** An empty list: a picture, a sentence and the next step. */
export function EmptyState(props: EmptyStateProps) {
  const { drawing, icon, title, children, actions, role } = props;
  return (
    <div className={styles.state} role={role}>
      {drawing}
      {icon && (
        <div className={styles.icon} aria-hidden>
          {icon}
        </div>
      )}
      <Heading level={2}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
