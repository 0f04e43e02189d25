import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import type russian from '@zavet/locales/ru/delivery.json';
import { fill as fillPlaces } from '@zavet/locales/translate';

type Whole = typeof russian;
/** Plural forms differ by language. */
type Counted = Record<string, string>;
export type DeliveryTexts = Omit<Whole, 'files' | 'letters'> & {
  files: Omit<Whole['files'], `count_${string}`> & Counted;
  letters: Omit<Whole['letters'], `title_${string}`> & Counted;
};

// Files rather than modules: a browser may never retry a module that failed to load.
const files = import.meta.glob<string>('../../../../packages/locales/*/delivery.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

export async function loadTexts(locale: Locale): Promise<DeliveryTexts> {
  const file = files[`../../../../packages/locales/${locale}/delivery.json`];
  if (!file) throw new Error(`No texts in ${locale}`);
  const response = await fetch(file);
  if (!response.ok) throw new Error(`Texts in ${locale}: ${response.status}`);
  return response.json();
}

/** Fills the placeholders of a text: `{{date}}`. */
export function fill(text: string, values: Record<string, string>): string {
  return fillPlaces(text, values, () => '');
}

/** The reader's choice, else the language of the delivery, else that of the browser. */
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
