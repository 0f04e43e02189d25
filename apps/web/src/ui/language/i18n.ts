import { defaultLocale, type Locale } from '@zavet/contract/locales';
import { languageOfTexts } from '@zavet/locales/desk-texts';
import type { Texts } from '@zavet/locales/translate';
import { refusalWords } from '../../platform/client/refusal-words.ts';
import { Observable } from '../../platform/state/observable.ts';
import { retryImport } from '../retry-import.ts';
import { storedLanguage, takeLanguageOfLink } from './language-storage.ts';
import { createLoadedTexts } from './loaded-texts.ts';
import type { Subject } from './subjects.ts';
import { importTexts } from './text-files.ts';

/** One subject of one language is fetched when a screen first asks for it. */
export const loadedTexts = createLoadedTexts<Subject>(async (language, subject) => {
  const written = languageOfTexts(subject, language);
  const file = await importTexts(written, subject).catch(retryImport<{ default: Texts }>);
  return file.default;
});

class ShownLanguage extends Observable<Locale> {
  show(locale: Locale): void {
    document.documentElement.lang = locale;
    this.become(locale);
  }
}

export const shownLanguage = new ShownLanguage(defaultLocale);
export const currentLanguage = shownLanguage.state;

/** Gets the query of the address. Ready when the texts of the shell are there. */
export async function startLanguage(search = ''): Promise<void> {
  const language = storedLanguage() ?? takeLanguageOfLink(search) ?? defaultLocale;
  refusalWords.comeFrom(() => loadTexts('refusals'));
  await changeTo(language, ['shell', 'errors']);
}

/** Changes the language when all texts that are shown are there in it; else everything stays. */
export async function switchLanguage(locale: Locale): Promise<void> {
  await changeTo(locale, loadedTexts.subjectsIn(currentLanguage()));
}

async function changeTo(locale: Locale, subjects: Subject[]): Promise<void> {
  await loadedTexts.fetch(locale, subjects);
  shownLanguage.show(locale);
}

/** For route loaders: the texts of a screen come together with its code, or the screen is not shown. */
export async function loadTexts(...subjects: Subject[]): Promise<void> {
  await loadedTexts.fetch(currentLanguage(), subjects);
}

/**
 * Shows the screens in this language unless the visitor has chosen one; the choice stays theirs.
 * Where its texts do not come, everything goes on in the language that is there.
 */
export async function suggestLanguage(locale: Locale): Promise<void> {
  if (storedLanguage() || locale === currentLanguage()) return;
  await switchLanguage(locale).catch(() => {});
}
