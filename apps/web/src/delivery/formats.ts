import type { Locale } from '@zavet/contract/locales';
import { type DeliveryTexts, fill } from './texts.ts';

const unit = 1024;

/** 640 Б, 12 КБ, 3,4 МБ; browsers of old know no units, so the words are ours. */
export function sizeText(bytes: number, locale: Locale, words: DeliveryTexts['files']): string {
  if (bytes < unit) return fill(words.bytes, { number: numberText(bytes, 0, locale) });
  const kilobytes = Math.round(bytes / unit);
  if (kilobytes < unit) return fill(words.kilobytes, { number: numberText(kilobytes, 0, locale) });
  return fill(words.megabytes, { number: numberText(bytes / unit / unit, 1, locale) });
}

/** 3 ноября 2027 г. */
export function dateText(timestamp: string, locale: Locale): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return new Date(timestamp).toLocaleDateString(locale, parts);
}

function numberText(value: number, maximumFractionDigits: number, locale: Locale): string {
  return value.toLocaleString(locale, { maximumFractionDigits });
}
