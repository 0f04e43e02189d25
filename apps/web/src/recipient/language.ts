import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';

/** The reader's own choice first, then what the delivery is in, then what the browser asks for. */
export function languageOf(known: {
  chosen: Locale | undefined;
  delivered: Locale | undefined;
  browser: readonly string[];
}): Locale {
  return known.chosen || known.delivered || firstKnown(known.browser) || defaultLocale;
}

function firstKnown(languages: readonly string[]): Locale | undefined {
  return languages.map((language) => language.slice(0, 2).toLowerCase()).filter(isLocale)[0];
}
