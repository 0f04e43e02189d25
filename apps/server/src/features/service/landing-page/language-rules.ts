import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';

/** The language that a link asks for, else the first of the browser's that we speak. */
export function languageFor(asked: string | undefined, accepted: readonly string[]): Locale {
  if (isLocale(asked)) return asked;
  return (
    accepted.map((language) => language.slice(0, 2).toLowerCase()).find(isLocale) ?? defaultLocale
  );
}
