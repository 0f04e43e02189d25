import { createLink } from '@tanstack/react-router';
import { type ComponentProps, Fragment, type ReactNode, useEffect, useId, useRef } from 'react';
import { TextLink } from '../button.tsx';
import { Card } from '../card.tsx';
import { classes } from '../classes.ts';
import { Heading } from '../heading.tsx';
import { useTranslation } from '../language/use-translation.ts';
import { Skeleton } from '../loading.tsx';
import { IconArrowLeft } from '../more-icons.tsx';
import styles from './letters.module.css';

/** A list of letters; each is an `li` with a `LetterLink`. */
export function LetterList({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={classes(styles.letters, className)} />;
}

interface LetterProps extends Omit<ComponentProps<'a'>, 'title'> {
  /** Notes in a line above the title; `false` is left out. */
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

/** A link that shows a letter in a list and opens it. */
export const LetterLink = createLink(LetterAnchor);

/** Placeholder of a list of letters. */
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

interface LetterCardProps {
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}

/** The open letter. */
export function LetterCard({ title, badge, children }: LetterCardProps) {
  const heading = useFocusWhenAlone();
  const headingId = useId();
  return (
    <Card className={styles.opened} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading level={2} id={headingId} ref={heading} tabIndex={-1} dir="auto">
          {title}
        </Heading>
        {badge}
      </div>
      {children}
    </Card>
  );
}

export function LetterText({ children }: { children: ReactNode }) {
  return <div className={styles.text}>{children}</div>;
}

/** On a phone the letter replaces the list, so it takes the focus. */
function useFocusWhenAlone() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (matchMedia('(max-width: 55.99em)').matches) heading.current?.focus();
  }, []);
  return heading;
}

interface LetterColumnsProps {
  list: ReactNode;
  /** The open letter, if any. */
  letter: ReactNode | undefined;
  /** Shown until a letter is chosen. */
  nothingChosen: string;
}

/** A list beside the open letter; a phone shows only one of them. */
export function LetterColumns({ list, letter, nothingChosen }: LetterColumnsProps) {
  const isReading = letter !== undefined;
  return (
    <div className={styles.columns} data-reading={isReading || undefined}>
      <div className={styles.list}>{list}</div>
      <div className={styles.detail}>
        {isReading ? letter : <p className={styles.nothingChosen}>{nothingChosen}</p>}
      </div>
    </div>
  );
}

/** Link from a letter back to its list, on screens too narrow for both. */
export function BackToLetters({ folder }: { folder: string }) {
  const { t } = useTranslation('mail');
  return (
    <TextLink
      to="/mail"
      search={(now: object) => ({ ...now, folder, message: undefined })}
      className={styles.back}
    >
      <IconArrowLeft size={20} aria-hidden />
      {t('back')}
    </TextLink>
  );
}
