import type { Locale } from '@zavet/contract/locales';
import type { KeyOf } from '@zavet/locales/keys';
import type archive from '@zavet/locales/ru/archive.json';
import { createTranslate, type Facts } from '@zavet/locales/translate';
import type { archiveTexts } from './archive-texts.ts';

/** Subjects of the screens whose words the page of an archive uses again. */
type Borrowed = Exclude<keyof (typeof archiveTexts)['ru'], 'archive'>;

/** What the page of an archive says, in one language. It is plain text: the page escapes it. */
export interface ArchiveWords {
  locale: Locale;
  say(key: KeyOf<typeof archive>, facts?: Facts): string;
  /** What the screens call a value; the value itself where they have no word for it. */
  name(subject: Borrowed, group: string, value: string): string;
  moment(iso: string): string;
  day(iso: string): string;
  size(bytes: number): string;
  hours(count: number): string;
  money(rubles: number, currency: string): string;
}

export async function archiveWords(locale: Locale): Promise<ArchiveWords> {
  const { archiveTexts: texts } = await import('./archive-texts.ts');
  const { archive: own, ...others } = texts[locale];
  const translate = createTranslate(locale, {
    text: (key) => {
      throw new Error(`No text for ${key}`);
    },
    fact: (name, text) => {
      throw new Error(`A value is missing in «${text}»: ${name}`);
    },
  });
  const named = createTranslate(locale, {
    text: (key) => key.slice(key.lastIndexOf('.') + 1),
    fact: () => '',
  });
  const dates = locale === 'en' ? 'en-GB' : locale;
  const days = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(dates, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: 'Europe/Moscow', timeZoneName: 'short' },
  });
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(locale, {
      ...{ style: 'unit', unit: name, unitDisplay: 'long', maximumFractionDigits: digits },
    });
  const [bytes, megabytes, hours] = [unit('byte', 0), unit('megabyte', 2), unit('hour', 0)];
  return {
    locale,
    say: (key, facts) => translate(own, key, facts),
    name: (subject, group, value) => named(others[subject], `${group}.${value}`),
    moment: (iso) => moments.format(new Date(iso)),
    day: (iso) => days.format(new Date(iso)),
    size: (count) =>
      count < 10_000 ? bytes.format(count) : megabytes.format(count / (1024 * 1024)),
    hours: (count) => hours.format(count),
    money: (amount, currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount),
  };
}
