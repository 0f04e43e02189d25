import type { MailWords } from './mail-words.ts';

/** Kopecks as an amount of this language. */
export function rubles({ locale }: Pick<MailWords, 'locale'>, kopecks: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'RUB',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: kopecks % 100 === 0 ? 0 : 2,
  }).format(kopecks / 100);
}

/** Without what Russian adds to a year: its dot would meet the one that ends the sentence. */
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
