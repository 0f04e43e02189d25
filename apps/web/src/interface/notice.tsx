import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

const icons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
};

interface NoticeProps {
  kind?: NoticeKind;
  title?: string;
  children?: ReactNode;
  /** Buttons below the text. */
  actions?: ReactNode;
  /** Read aloud when it appears; off for notices that are there from the start. */
  announced?: boolean;
}

export function Notice({ kind = 'info', title, children, actions, announced }: NoticeProps) {
  const Icon = icons[kind];
  const role = announced ? (kind === 'error' ? 'alert' : 'status') : undefined;
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={role}>
      <Icon size={24} className={styles.icon} aria-hidden />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
