import { type ReactNode, useEffect, useRef } from 'react';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from './icons.tsx';
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
  /** Announced when it appears; off for notices shown from the start. */
  announced?: boolean;
  /** Moves the focus to the notice: for one that replaces a form and its pressed button. */
  takesFocus?: boolean;
}

export function Notice(props: NoticeProps) {
  const { kind = 'info', title, children, actions, announced, takesFocus } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  const Icon = icons[kind];
  const role = announced ? (kind === 'error' ? 'alert' : 'status') : undefined;
  return (
    <div
      ref={element}
      className={`${styles.notice} ${styles[kind]}`}
      role={role}
      tabIndex={takesFocus ? -1 : undefined}
    >
      <Icon size={24} className={styles.icon} aria-hidden />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
