import type { Locale } from '@zavet/contract/locales';
import en from '@zavet/locales/en/mails.json' with { type: 'json' };
import fi from '@zavet/locales/fi/mails.json' with { type: 'json' };
import fr from '@zavet/locales/fr/mails.json' with { type: 'json' };
import pt from '@zavet/locales/pt/mails.json' with { type: 'json' };
import ru from '@zavet/locales/ru/mails.json' with { type: 'json' };
import sv from '@zavet/locales/sv/mails.json' with { type: 'json' };
import type { KeyOf } from '@zavet/locales/translate';
import { createWords, type SubjectWords } from '../../locale-words.ts';

export type MailTextKey = KeyOf<typeof ru>;

export interface MailWords {
  locale: Locale;
  t: SubjectWords<typeof ru>;
  /** Full hours, as in «the link works for …». */
  duration(milliseconds: number): string;
  /** Date and time with the time zone, as in «it was changed on …». */
  moment(isoTimestamp: string): string;
  /** Day and month in Moscow. */
  day(isoTimestamp: string): string;
}

export function mailWords(locale: Locale): MailWords {
  words[locale] ??= createMailWords(locale);
  return words[locale];
}

// Unescaped: React escapes the HTML part.
const texts = createWords({ ru, en, fr, sv, fi, pt });

const hour = 60 * 60 * 1000;

const words: Partial<Record<Locale, MailWords>> = {};

function createMailWords(locale: Locale): MailWords {
  const t: MailWords['t'] = texts[locale];
  const inMoscow = (options: Intl.DateTimeFormatOptions) => {
    const tag = locale === 'en' ? 'en-GB' : locale;
    return new Intl.DateTimeFormat(tag, { ...options, timeZone: 'Europe/Moscow' });
  };
  const moment = inMoscow({ dateStyle: 'long', timeStyle: 'short' });
  const day = inMoscow({ day: 'numeric', month: 'long' });
  return {
    locale,
    t,
    duration(milliseconds) {
      const hours = milliseconds / hour;
      if (!Number.isInteger(hours)) throw new RangeError('A link lives for whole hours');
      return t('duration.hours', { count: hours });
    },
    moment: (isoTimestamp) => t('moment', { moment: moment.format(new Date(isoTimestamp)) }),
    day: (isoTimestamp) => day.format(new Date(isoTimestamp)),
  };
}

export function rubles({ locale }: Pick<MailWords, 'locale'>, kopecks: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'RUB',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: kopecks % 100 === 0 ? 0 : 2,
  }).format(kopecks / 100);
}

/** Drops the Russian suffix after the year: its dot would collide with the full stop of the sentence. */
export function dayName({ locale }: Pick<MailWords, 'locale'>, day: string): string {
  const parts = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).formatToParts(new Date(day));
  const last = parts.findLastIndex(({ type }) => type !== 'literal');
  return parts
    .slice(0, last + 1)
    .map(({ value }) => value)
    .join('');
}
