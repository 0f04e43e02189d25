import type { Locale } from '@zavet/contract/locales';
import { useTranslation } from 'react-i18next';
import { currentLanguage, switchLanguage } from './i18n.ts';
import { storeLanguage } from './language-storage.ts';

/** Changes the language of the screens in this browser only; `useChooseLanguage` also keeps it in the profile. */
export function useLanguage() {
  useTranslation();
  return {
    language: currentLanguage(),
    applyLanguage: async (locale: Locale) => {
      await switchLanguage(locale);
      storeLanguage(locale);
    },
  };
}
