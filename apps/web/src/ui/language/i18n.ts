import { defaultLocale, type Locale } from '@zavet/contract/locales';
import { languageOfTexts, type Texts } from '@zavet/locales/translate';
import { refusalWords } from '../../platform/client/refusal-words.ts';
import { Observable } from '../../platform/state/observable.ts';
import { retryImport } from '../retry-import.ts';
import { languageOfLink, storedLanguage } from './language-storage.ts';
import { createLoadedTexts } from './loaded-texts.ts';
import type { Subject } from './subjects.ts';
import { importTexts } from './text-files.ts';

/** Each subject of a language is fetched on first use. */
export const loadedTexts = createLoadedTexts<Subject>(async (language, subject) => {
  const textLanguage = languageOfTexts(subject, language);
  const file = await importTexts(textLanguage, subject).catch(retryImport<{ default: Texts }>);
  return file.default;
});

class ShownLanguage extends Observable<Locale> {
  show(locale: Locale): void {
    document.documentElement.lang = locale;
    this.setState(locale);
  }
}

export const shownLanguage = new ShownLanguage(defaultLocale);
export const currentLanguage = shownLanguage.state;

/** `search` is the query of the address. Resolves once the texts of the shell are loaded. */
export async function startLanguage(search = ''): Promise<void> {
  const language = storedLanguage() ?? languageOfLink(search) ?? defaultLocale;
  refusalWords.setSource(() => loadTexts('refusals'));
  await changeTo(language, ['shell', 'errors']);
}

/**
 * Changes the language when its texts for all shown screens are loaded; changes nothing on a
 * failure.
 */
export async function switchLanguage(locale: Locale): Promise<void> {
  await changeTo(locale, loadedTexts.subjectsIn(currentLanguage()));
}

async function changeTo(locale: Locale, subjects: Subject[]): Promise<void> {
  await loadedTexts.fetch(locale, subjects);
  shownLanguage.show(locale);
}

/** For route loaders: loads the texts of a screen along with its code. */
export async function loadTexts(...subjects: Subject[]): Promise<void> {
  await loadedTexts.fetch(currentLanguage(), subjects);
}

/**
 * Switches to this language unless the visitor has chosen one; does not store it. Keeps the current
 * language if the texts cannot be loaded.
 */
export async function suggestLanguage(locale: Locale): Promise<void> {
  if (storedLanguage() || locale === currentLanguage()) return;
  await switchLanguage(locale).catch(() => {});
}
