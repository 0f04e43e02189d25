import { type Locale, locales } from '@zavet/contract/locales';
import en from '@zavet/locales/en/mails.json' with { type: 'json' };
import fi from '@zavet/locales/fi/mails.json' with { type: 'json' };
import fr from '@zavet/locales/fr/mails.json' with { type: 'json' };
import pt from '@zavet/locales/pt/mails.json' with { type: 'json' };
import ru from '@zavet/locales/ru/mails.json' with { type: 'json' };
import sv from '@zavet/locales/sv/mails.json' with { type: 'json' };
import { createInstance } from 'i18next';

type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${PluralSuffix}` ? Base : Key;
type KeysOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

export type MailTextKey = KeysOf<typeof ru>;

/** The words of one language, for the text of mails. */
export interface MailWords {
  locale: Locale;
  t(key: MailTextKey, values?: Record<string, string | number>): string;
  /** A time span of whole hours, as in «the link works for …». */
  duration(milliseconds: number): string;
  /** A moment with its time zone, as in «it was changed on …». */
  moment(isoTimestamp: string): string;
}

export function mailWords(locale: Locale): MailWords {
  return words[locale];
}

const texts = createInstance();
texts.init({
  resources: Object.fromEntries(
    Object.entries({ ru, en, fr, sv, fi, pt } satisfies Record<Locale, object>).map(
      ([locale, mails]) => [locale, { mails }],
    ),
  ),
  defaultNS: 'mails',
  fallbackLng: false,
  initAsync: false,
  // React escapes the HTML part, and the text part must not be escaped.
  interpolation: { escapeValue: false },
  parseMissingKeyHandler: (key) => {
    throw new Error(`No text for ${key}`);
  },
  missingInterpolationHandler: (text: string) => {
    throw new Error(`A value is missing in «${text}»`);
  },
});

const hour = 60 * 60 * 1000;

const words = Object.fromEntries(locales.map((locale) => [locale, createWords(locale)])) as Record<
  Locale,
  MailWords
>;

function createWords(locale: Locale): MailWords {
  const translate = texts.getFixedT(locale, 'mails');
  const t: MailWords['t'] = (key, values = {}) => translate(key, values);
  const moscow = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Moscow',
  });
  return {
    locale,
    t,
    duration(milliseconds) {
      const hours = milliseconds / hour;
      if (!Number.isInteger(hours)) throw new RangeError('A link lives for whole hours');
      return t('duration.hours', { count: hours });
    },
    moment: (isoTimestamp) => t('moment', { moment: moscow.format(new Date(isoTimestamp)) }),
  };
}
