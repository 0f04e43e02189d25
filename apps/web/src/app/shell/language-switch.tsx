import { locales } from '@zavet/contract/locales';
import { useTranslation } from 'react-i18next';
import { useChooseLanguage } from '../../features/account/profile/use-choose-language.ts';
import styles from './bar.module.css';

export function LanguageSwitch() {
  const { t } = useTranslation('shell');
  const { language, chooseLanguage } = useChooseLanguage();
  return (
    <span className={styles.switch}>
      <span aria-hidden>{language.toUpperCase()}</span>
      <select
        aria-label={t('language.label')}
        value={language}
        onChange={(event) => {
          const chosen = locales.find((locale) => locale === event.currentTarget.value);
          if (chosen) void chooseLanguage(chosen);
        }}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {t(`languages.${locale}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
