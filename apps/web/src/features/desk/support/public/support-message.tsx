import type { ReactNode } from 'react';
import { useFormats } from '../../../../ui/language/formats.ts';
import styles from './request.module.css';

interface SupportMessageProps {
  author: 'owner' | 'support';
  name: string;
  created_at: string;
  text: string;
  /** Further details, for example the mail state. */
  children?: ReactNode;
}

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
