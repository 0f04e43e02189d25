import type { Locale } from '@zavet/contract/locales';
import { switchLanguage } from './i18n.ts';
import { storeLanguage } from './language-storage.ts';
import { useCurrentLanguage } from './use-translation.ts';

/** Changes the language in this browser only; `useChooseLanguage` also saves it in the profile. */
export function useLanguage() {
  return {
    language: useCurrentLanguage(),
    applyLanguage: async (locale: Locale) => {
      await switchLanguage(locale);
      storeLanguage(locale);
    },
  };
}
