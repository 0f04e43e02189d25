import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import type russian from '@zavet/locales/ru/delivery.json';
import { fill as fillPlaceholders } from '@zavet/locales/translate';

type AllTexts = typeof russian;
/** Plural forms differ by language. */
type PluralForms = Record<string, string>;
export type DeliveryTexts = Omit<AllTexts, 'files' | 'letters'> & {
  files: Omit<AllTexts['files'], `count_${string}`> & PluralForms;
  letters: Omit<AllTexts['letters'], `title_${string}`> & PluralForms;
};

// Fetched as files, not imported as modules: a browser may never retry a failed import.
const textUrls = import.meta.glob<string>('../../../../packages/locales/*/delivery.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

export async function loadTexts(locale: Locale): Promise<DeliveryTexts> {
  const file = textUrls[`../../../../packages/locales/${locale}/delivery.json`];
  if (!file) throw new Error(`No texts in ${locale}`);
  const response = await fetch(file);
  if (!response.ok) throw new Error(`Texts in ${locale}: ${response.status}`);
  return response.json();
}

/** Fills placeholders such as `{{date}}` in a text. */
export function fill(text: string, values: Record<string, string>): string {
  return fillPlaceholders(text, values, () => '');
}

/** The reader's choice, else the language of the delivery, else that of the browser. */
export function languageOf(known: {
  chosen: Locale | undefined;
  delivered: Locale | undefined;
  browser: readonly string[];
}): Locale {
  return known.chosen || known.delivered || firstKnownLocale(known.browser) || defaultLocale;
}

function firstKnownLocale(languages: readonly string[]): Locale | undefined {
  return languages.map((language) => language.slice(0, 2).toLowerCase()).filter(isLocale)[0];
}
