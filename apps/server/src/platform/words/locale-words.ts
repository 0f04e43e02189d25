import { type Locale, locales } from '@zavet/contract/locales';
import { createInstance } from 'i18next';

type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${PluralSuffix}` ? Base : Key;

/** The dotted keys of a subject, a plural being one key. */
export type KeysOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

/** One subject in one language. A missing text or value is a crash, never a gap in a sentence. */
export type Words<Texts> = (key: KeysOf<Texts>, values?: Record<string, string | number>) => string;

/** A subject of the locales in all languages, as plain text: code that puts it into a page escapes it. */
export function createWords<Texts extends object>(
  texts: Record<Locale, object> & { ru: Texts },
): Record<Locale, Words<Texts>> {
  const subject = 'subject';
  const catalogue = createInstance();
  catalogue.init({
    resources: Object.fromEntries(locales.map((locale) => [locale, { [subject]: texts[locale] }])),
    defaultNS: subject,
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => {
      throw new Error(`No text for ${key}`);
    },
    missingInterpolationHandler: (text: string) => {
      throw new Error(`A value is missing in «${text}»`);
    },
  });
  const words = locales.map((locale) => {
    const translate = catalogue.getFixedT(locale, subject);
    return [locale, (key: string, values = {}) => translate(key, values)];
  });
  return Object.fromEntries(words);
}
