import { defaultLocale, type Locale, locales } from '@zavet/contract/locales';
import { Button } from '../../../../ui/button.tsx';
import { Trans } from '../../../../ui/language/trans.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconPrinter } from '../../../../ui/more-icons.tsx';
import { TextLanguageLink } from '../text-language-link.tsx';
import styles from '../texts.module.css';

/** Above a long text: its language, kept in the address, printing, and what a translation is worth. */
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
