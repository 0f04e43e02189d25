import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './letters.module.css';

/** Letters one below the other; each is an `li` with a `LetterLink`. */
export function LetterList({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={classes(styles.letters, className)} />;
}

interface LetterProps extends Omit<ComponentProps<'a'>, 'title'> {
  title: ReactNode;
  date: string | undefined;
  preview?: ReactNode;
}

function LetterAnchor({ title, date, preview, className, children, ...rest }: LetterProps) {
  return (
    <a {...rest} className={classes(styles.letter, className)}>
      <span className={styles.head}>
        {title}
        {date && <span className={styles.date}>{date}</span>}
      </span>
      {preview && <span className={styles.preview}>{preview}</span>}
      {children}
    </a>
  );
}

/** One letter of a list, which opens it. */
export const LetterLink = createLink(LetterAnchor);
