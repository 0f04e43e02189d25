import { IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import styles from '../texts.module.css';
import { type TextLanguage, textLanguages } from './text-language.ts';

interface TextToolsProps {
  language: TextLanguage;
  /** In the reader's language: which languages there are, and which one counts. */
  note: string | false;
}

/** Above a long text: its language, kept in the address, and printing. */
export function TextTools({ language, note }: TextToolsProps) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.tools}>
      <div className={styles.toolRow}>
        <nav className={styles.languages} aria-label={t('longText.language')}>
          {textLanguages.map((choice) => (
            <Link
              key={choice}
              to="."
              search={(shown: object) => ({ ...shown, text: choice })}
              hash={(shown) => shown ?? ''}
              replace
              resetScroll={false}
              hashScrollIntoView={false}
              lang={choice}
              aria-current={choice === language ? 'true' : undefined}
            >
              {t(`languages.${choice}`)}
            </Link>
          ))}
        </nav>
        <Button
          kind="quiet"
          className={styles.print}
          icon={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('longText.print')}
        </Button>
      </div>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
