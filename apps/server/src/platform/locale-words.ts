import { type Locale, locales } from '@zavet/contract/locales';
import {
  createTranslate,
  type Facts,
  type KeyOf,
  type PluralKeyOf,
  type Texts,
  type Words,
} from '@zavet/locales/translate';

/** Texts of one subject in one language. A missing text or value throws. */
export type SubjectWords<Subject> = Words<KeyOf<Subject>, PluralKeyOf<Subject>>;

/** Texts of one subject in all languages, as plain text that is not escaped. */
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
