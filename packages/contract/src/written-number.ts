import type { Locale } from './locales.ts';

interface Signs {
  group: string;
  decimal: string;
  minus: string;
}

const space = '\u00A0';
const narrowSpace = '\u202F';

const signs: Record<Locale, Signs> = {
  ru: { group: space, decimal: ',', minus: '-' },
  en: { group: ',', decimal: '.', minus: '-' },
  fr: { group: narrowSpace, decimal: ',', minus: '-' },
  sv: { group: space, decimal: ',', minus: '\u2212' },
  fi: { group: space, decimal: ',', minus: '\u2212' },
  pt: { group: '.', decimal: ',', minus: '-' },
};

/**
 * A number as people of a language write it. The same as `Intl.NumberFormat` says, whose first use
 * costs a phone a tenth of a second: too much for a first screen.
 */
export function writtenNumber(value: number, locale: Locale, maximumFractionDigits = 0): string {
  const { group, decimal, minus } = signs[locale];
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(maximumFractionDigits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const rest = fraction.replace(/0+$/, '');
  return `${value < 0 ? minus : ''}${grouped}${rest && decimal}${rest}`;
}
