import type { Locale } from '@zavet/contract/locales';
import { type DeliveryTexts, fill } from './texts.ts';

const unit = 1024;

/** Cached, because construction is slow and a list has many rows. */
const made: Record<string, unknown> = {};
function kept<Format>(name: string, make: () => Format): Format {
  if (!made[name]) made[name] = make();
  return made[name] as Format;
}

/** 640 Б, 12 КБ, 3,4 МБ; old browsers cannot format units, so the texts are ours. */
export function sizeText(bytes: number, locale: Locale, words: DeliveryTexts['files']): string {
  if (bytes < unit) return fill(words.bytes, { number: numberText(bytes, 0, locale) });
  const kilobytes = Math.round(bytes / unit);
  if (kilobytes < unit) return fill(words.kilobytes, { number: numberText(kilobytes, 0, locale) });
  return fill(words.megabytes, { number: numberText(bytes / unit / unit, 1, locale) });
}

/** «2 файла»; browsers without plural rules use the form `other`. */
export function countText(
  count: number,
  locale: Locale,
  forms: Record<string, string>,
  key: string,
  values: Record<string, string> = {},
): string {
  const form = Intl.PluralRules
    ? kept(`count ${locale}`, () => new Intl.PluralRules(locale)).select(count)
    : 'other';
  return fill(forms[`${key}_${form}`] || '', { count: String(count), ...values });
}

const excerptLength = 120;

/** The beginning of a letter, on one line. */
export function excerptOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= excerptLength) return line;
  const end = line.lastIndexOf(' ', excerptLength);
  // Does not split surrogate pairs.
  const words =
    end > 0 ? line.slice(0, end) : line.slice(0, excerptLength).replace(/[\uD800-\uDBFF]$/, '');
  return `${words.replace(/[\s.,;:…–—-]+$/, '')}…`;
}

/** 3 ноября 2027 г. */
export function dateText(timestamp: string, locale: Locale): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const format = kept(`date ${locale}`, () => new Intl.DateTimeFormat(locale, parts));
  return format.format(new Date(timestamp));
}

function numberText(value: number, maximumFractionDigits: number, locale: Locale): string {
  return value.toLocaleString(locale, { maximumFractionDigits });
}
