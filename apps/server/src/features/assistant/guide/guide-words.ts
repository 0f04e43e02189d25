import { type Locale, locales } from '@zavet/contract/locales';
import en from '@zavet/locales/en/guide.json' with { type: 'json' };
import fi from '@zavet/locales/fi/guide.json' with { type: 'json' };
import fr from '@zavet/locales/fr/guide.json' with { type: 'json' };
import pt from '@zavet/locales/pt/guide.json' with { type: 'json' };
import ru from '@zavet/locales/ru/guide.json' with { type: 'json' };
import sv from '@zavet/locales/sv/guide.json' with { type: 'json' };
import { createInstance } from 'i18next';

type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${PluralSuffix}` ? Base : Key;
type KeysOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

/** What the guide says, in one language. Nothing that a person wrote may be put in as a value. */
export type GuideWords = (
  key: KeysOf<typeof ru>,
  values?: Record<string, string | number>,
) => string;

export function guideWords(locale: Locale): GuideWords {
  return words[locale];
}

const texts = createInstance();
texts.init({
  resources: Object.fromEntries(
    Object.entries({ ru, en, fr, sv, fi, pt } satisfies Record<Locale, object>).map(
      ([locale, guide]) => [locale, { guide }],
    ),
  ),
  defaultNS: 'guide',
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

const words = Object.fromEntries(
  locales.map((locale) => {
    const translate = texts.getFixedT(locale, 'guide');
    return [locale, (key, values = {}) => translate(key, values)] satisfies [Locale, GuideWords];
  }),
) as Record<Locale, GuideWords>;
