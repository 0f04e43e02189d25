import type { ReactNode } from 'react';
import { useFormats } from '../../../../ui/language/formats.ts';
import styles from './request.module.css';

interface SupportMessageProps {
  author: 'owner' | 'support';
  /** Who wrote it, in words. */
  name: string;
  created_at: string;
  text: string;
  /** What else is to be said of it. */
  children?: ReactNode;
}

/** One message of a conversation with the support. */
export function SupportMessage({ author, name, created_at, text, children }: SupportMessageProps) {
  const formats = useFormats();
  return (
    <li className={styles.message} data-author={author}>
      <p className={styles.details}>
        <span className={styles.strong}>{name}</span>
        <time dateTime={created_at}>{formats.dateTime(created_at)}</time>
        {children}
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  );
}
