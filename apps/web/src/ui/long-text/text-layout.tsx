import { Link } from '@tanstack/react-router';
import { defaultLocale, type Locale, locales } from '@zavet/contract/locales';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Trans } from '../language/trans.tsx';
import { useTranslation } from '../language/use-translation.ts';
import { IconPrinter } from '../more-icons.tsx';
import { useMedia } from '../use-media.ts';
import styles from './text-layout.module.css';

type TextLayoutProps = ContentsProps & { children: ReactNode };

/** A long text with its contents beside or above it. */
export function TextLayout({ children, ...contents }: TextLayoutProps) {
  return (
    <div className={styles.layout}>
      <Contents {...contents} />
      {children}
    </div>
  );
}

interface ContentsEntry {
  id: string;
  title: string;
}

interface ContentsProps {
  entries: readonly ContentsEntry[];
  language: Locale;
  isNumbered?: boolean;
}

/** Table of contents of a long text: beside it on a wide screen, collapsed on a phone. */
function Contents(props: ContentsProps) {
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
            // Moves the keyboard focus along with the view.
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

/**
 * Tools above a long text: language (kept in the address), print button, note about translations.
 */
export function TextTools({ language }: { language: Locale }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.tools}>
      <div className={styles.toolRow}>
        <nav className={styles.languages} aria-label={t('longText.language')}>
          {locales.map((choice) => (
            <TextLanguageLink
              key={choice}
              language={choice}
              lang={choice}
              aria-current={choice === language ? 'true' : undefined}
            >
              {t(`languages.${choice}`)}
            </TextLanguageLink>
          ))}
        </nav>
        <Button
          kind="quiet"
          icon={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('longText.print')}
        </Button>
      </div>
      {language !== defaultLocale && (
        <p className={styles.note}>
          <Trans
            t={t}
            i18nKey="longText.translation"
            components={{ original: <TextLanguageLink language={defaultLocale} /> }}
          />
        </p>
      )}
    </div>
  );
}

type TextLanguageLinkProps = Pick<
  ComponentProps<typeof Link>,
  'lang' | 'aria-current' | 'children'
> & { language: Locale };

/** A link to the same text and position in another language. */
function TextLanguageLink({ language, ...props }: TextLanguageLinkProps) {
  return (
    <Link
      {...props}
      to="."
      search={(shown: object) => ({ ...shown, text: language })}
      hash={(shown) => shown ?? ''}
      replace
      resetScroll={false}
      hashScrollIntoView={false}
    />
  );
}
