import type { Locale } from '@zavet/contract/locales';
import { type DeliveryTexts, fill } from './texts.ts';

const unit = 1024;

/** Cache of formats: their construction is slow, and a list has many rows. */
const cachedFormats: Record<string, unknown> = {};
function cached<Format>(name: string, create: () => Format): Format {
  if (!cachedFormats[name]) cachedFormats[name] = create();
  return cachedFormats[name] as Format;
}

/**
 * Examples: 640 Б, 3,4 МБ. Old browsers cannot format units, so the unit names are in the locales.
 */
export function sizeText(bytes: number, locale: Locale, words: DeliveryTexts['files']): string {
  if (bytes < unit) return fill(words.bytes, { number: numberText(bytes, 0, locale) });
  const kilobytes = Math.round(bytes / unit);
  if (kilobytes < unit) return fill(words.kilobytes, { number: numberText(kilobytes, 0, locale) });
  return fill(words.megabytes, { number: numberText(bytes / unit / unit, 1, locale) });
}

/** Example: «2 файла». Browsers without plural rules use the category `other`. */
export function countText(
  count: number,
  locale: Locale,
  forms: Record<string, string>,
  key: string,
  values: Record<string, string> = {},
): string {
  const category = Intl.PluralRules
    ? cached(`count ${locale}`, () => new Intl.PluralRules(locale)).select(count)
    : 'other';
  return fill(forms[`${key}_${category}`] || '', { count: String(count), ...values });
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

/** Example: 3 ноября 2027 г. */
export function dateText(timestamp: string, locale: Locale): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const format = cached(`date ${locale}`, () => new Intl.DateTimeFormat(locale, parts));
  return format.format(new Date(timestamp));
}

function numberText(value: number, maximumFractionDigits: number, locale: Locale): string {
  return value.toLocaleString(locale, { maximumFractionDigits });
}
