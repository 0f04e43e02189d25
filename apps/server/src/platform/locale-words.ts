import { type Locale, locales } from '@zavet/contract/locales';
import type { KeyOf, PluralKeyOf, Words } from '@zavet/locales/keys';
import { createTranslate, type Facts, type Texts } from '@zavet/locales/translate';

/** One subject in one language. A missing text or fact is a crash, never a gap in a sentence. */
export type SubjectWords<Subject> = Words<KeyOf<Subject>, PluralKeyOf<Subject>>;

/** A subject of the locales in all languages, as plain text: code that puts it into a page escapes it. */
export function createWords<Subject extends Texts>(
  texts: Record<Locale, Texts> & { ru: Subject },
): Record<Locale, SubjectWords<Subject>> {
  const words = locales.map((locale) => {
    const translate = createTranslate(locale, {
      text: (key) => {
        throw new Error(`No text for ${key}`);
      },
      fact: (name, text) => {
        throw new Error(`A value is missing in «${text}»: ${name}`);
      },
    });
    return [locale, (key: string, facts?: Facts) => translate(texts[locale], key, facts)];
  });
  return Object.fromEntries(words);
}
