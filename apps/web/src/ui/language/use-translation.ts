import type { Locale } from '@zavet/contract/locales';
import { useObservable } from '../../platform/state/observable.ts';
import { loadedTexts, shownLanguage, switchLanguage } from './i18n.ts';
import { storeLanguage } from './language-storage.ts';
import type { Subject } from './subjects.ts';
import { type ScreenWords, wordsOf } from './words.ts';

type AtLeastOne<First, Other> = readonly [First, ...Other[]];

/** The texts of these subjects in the current language. Suspends until they are loaded. */
export function useTranslation<First extends Subject, Other extends Subject = First>(
  subjects: First | AtLeastOne<First, Other>,
): { t: ScreenWords<First, First | Other> };
export function useTranslation(subjects: Subject | AtLeastOne<Subject, Subject>) {
  const language = useCurrentLanguage();
  const all: AtLeastOne<Subject, Subject> = typeof subjects === 'string' ? [subjects] : subjects;
  const awaited = loadedTexts.waitFor(language, all);
  if (awaited) throw awaited;
  return { t: wordsOf(all[0], language) };
}

export function useCurrentLanguage() {
  return useObservable(shownLanguage);
}

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
