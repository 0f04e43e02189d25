import { textFigures } from '@zavet/contract/legal/figures';
import { limits } from '@zavet/contract/limits';
import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fetchedAgain } from '../fetched-again.ts';
import { storedLanguage } from './language-storage.ts';

export type Subject =
  | 'shell'
  | 'errors'
  | 'account'
  | 'assistant'
  | 'contacts'
  | 'dashboard'
  | 'faq'
  | 'instructions'
  | 'invitation'
  | 'legacies'
  | 'legal'
  | 'links'
  | 'mail'
  | 'captured-mail'
  | 'payment'
  | 'plans'
  | 'protocol'
  | 'readiness'
  | 'settings'
  | 'setup'
  | 'support';

type Texts = Record<string, unknown>;

const files = import.meta.glob<Texts>(
  [
    '../../../../../packages/locales/*/*.json',
    '!../../../../../packages/locales/*/{delivery,guide,mails}.json',
  ],
  { import: 'default' },
);

function fileOf(language: string, subject: string) {
  return files[`../../../../../packages/locales/${language}/${subject}.json`];
}

/** Fetches one subject of one language when a screen first asks for it. */
const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, subject, done) => {
    const load = fileOf(language, subject) ?? fileOf(defaultLocale, subject);
    if (!load) return done(new Error(`No texts for ${subject}`), false);
    load()
      .catch(async (error) => (await fetchedAgain<{ default: Texts }>(error)).default)
      .then(
        (texts) => done(null, texts),
        (error: Error) => done(error, false),
      );
  },
};

/** Ready when the texts of the shell are there. */
export async function startLanguage(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: storedLanguage() ?? defaultLocale,
      fallbackLng: false,
      ns: ['shell', 'errors'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false, defaultVariables: { ...limits, ...textFigures } },
      react: { useSuspense: true },
    });
  await loadTexts('shell', 'errors');
}

/** Changes the language when all texts that are shown are there in it; else everything stays. */
export async function switchLanguage(locale: Locale): Promise<void> {
  const shown = Object.keys(i18next.store.data[i18next.language] ?? {}) as Subject[];
  await i18next.loadLanguages(locale);
  await fetchMissing(locale, shown);
  await i18next.changeLanguage(locale);
}

/** For route loaders: the texts of a screen come together with its code, or the screen is not shown. */
export async function loadTexts(...subjects: Subject[]): Promise<void> {
  await i18next.loadNamespaces(subjects);
  await fetchMissing(i18next.language, subjects);
}

/** A subject that failed once is asked for again only when told so. */
async function fetchMissing(language: string, subjects: Subject[]): Promise<void> {
  const isMissing = (subject: Subject) => !i18next.hasResourceBundle(language, subject);
  const missing = subjects.filter(isMissing);
  if (missing.length > 0) await i18next.reloadResources(language, missing);
  if (missing.some(isMissing)) throw new TypeError(`Failed to fetch texts: ${missing.join(', ')}`);
}

/**
 * Shows the screens in this language unless the visitor has chosen one; the choice stays theirs.
 * Where its texts do not come, everything goes on in the language that is there.
 */
export async function suggestLanguage(locale: Locale): Promise<void> {
  if (storedLanguage() || locale === currentLanguage()) return;
  await switchLanguage(locale).catch(() => {});
}

export function currentLanguage(): Locale {
  return isLocale(i18next.language) ? i18next.language : defaultLocale;
}
