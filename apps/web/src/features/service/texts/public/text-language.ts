import { type Locale, locales } from '@zavet/contract/locales';

/** The language that the address asks for; else the reader's own. */
export function textLanguageOf(wanted: unknown, locale: Locale): Locale {
  return locales.find((language) => language === wanted) ?? locale;
}
