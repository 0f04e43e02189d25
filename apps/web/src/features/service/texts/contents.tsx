import { Link } from '@tanstack/react-router';
import type { Locale } from '@zavet/contract/locales';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useMedia } from '../../../ui/use-media.ts';
import styles from './texts.module.css';

export interface ContentsEntry {
  id: string;
  title: string;
}

interface ContentsProps {
  entries: readonly ContentsEntry[];
  language: Locale;
  isNumbered?: boolean;
}

/** The way to the parts of a long text: beside it where there is room, folded on a phone. */
export function Contents(props: ContentsProps) {
  const { t } = useTranslation('shell');
  const isWide = useMedia('(min-width: 60em)');
  const title = t('longText.contents');
  return (
    <nav className={styles.contents} aria-label={title}>
      {isWide ? (
        <>
          <p className={styles.contentsTitle}>{title}</p>
          <Entries {...props} />
        </>
      ) : (
        <details className={styles.fold}>
          <summary>{title}</summary>
          <Entries {...props} />
        </details>
      )}
    </nav>
  );
}

function Entries({ entries, language, isNumbered = false }: ContentsProps) {
  return (
    <ol lang={language}>
      {entries.map(({ id, title }, index) => (
        <li key={id}>
          <Link
            to="."
            search
            hash={id}
            // The keyboard goes on reading where the eye does.
            onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
          >
            {isNumbered && <span className={styles.contentsNumber}>{index + 1}.</span>}
            <span>{title}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
