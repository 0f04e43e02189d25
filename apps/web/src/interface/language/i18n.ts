import { limits } from '@zavet/contract/limits';
import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storedLanguage } from './language-storage.ts';

export type Subject =
  | 'shell'
  | 'errors'
  | 'account'
  | 'dashboard'
  | 'setup'
  | 'mailbox'
  | 'legal'
  | 'settings';

const files = import.meta.glob<Record<string, unknown>>(
  ['../../../../../packages/locales/*/*.json', '!../../../../../packages/locales/*/mails.json'],
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
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, true),
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
      interpolation: { escapeValue: false, defaultVariables: { ...limits } },
      react: { useSuspense: true },
    });
}

/** For route loaders: the texts of a screen come together with its code. */
export function loadTexts(...subjects: Subject[]): Promise<void> {
  return i18next.loadNamespaces(subjects);
}

export function currentLanguage(): Locale {
  return isLocale(i18next.language) ? i18next.language : defaultLocale;
}
