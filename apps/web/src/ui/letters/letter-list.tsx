import { createLink } from '@tanstack/react-router';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { classes } from '../classes.ts';
import { useTranslation } from '../language/use-translation.ts';
import { Skeleton } from '../skeleton.tsx';
import styles from './letters.module.css';

/** Letters one below the other; each is an `li` with a `LetterLink`. */
export function LetterList({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={classes(styles.letters, className)} />;
}

interface LetterProps extends Omit<ComponentProps<'a'>, 'title'> {
  /** A line above the title; what is not so is left out. */
  notes?: readonly (ReactNode | false)[];
  title: ReactNode;
  date?: string | undefined;
  preview?: ReactNode;
}

function LetterAnchor(props: LetterProps) {
  const { notes, title, date, preview, className, children, ...rest } = props;
  return (
    <a {...rest} className={classes(styles.letter, className)}>
      {notes && <Notes notes={notes.filter((note) => note !== false)} />}
      <span className={styles.head}>
        <span className={styles.title}>{title}</span>
        {date && <span className={styles.date}>{date}</span>}
      </span>
      {preview && <span className={styles.preview}>{preview}</span>}
      {children}
    </a>
  );
}

function Notes({ notes }: { notes: readonly ReactNode[] }) {
  return (
    <span className={styles.notes}>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
        <Fragment key={index}>
          {index > 0 && ' · '}
          {note}
        </Fragment>
      ))}
    </span>
  );
}

/** One letter of a list, which opens it. */
export const LetterLink = createLink(LetterAnchor);

/** In the shape of what comes. */
export function SkeletonLetters({ count }: { count: number }) {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('loading')} className={styles.letters}>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className={styles.letter}>
          <Skeleton width="6rem" height="24px" />
          <Skeleton width="70%" height="28px" />
          <Skeleton height="24px" />
        </div>
      ))}
    </div>
  );
}
