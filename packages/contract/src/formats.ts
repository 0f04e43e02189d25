import type { Locale } from './locales.ts';

interface NumberSymbols {
  group: string;
  decimal: string;
  minus: string;
}

const space = '\u00A0';
const narrowSpace = '\u202F';

const numberSymbols: Record<Locale, NumberSymbols> = {
  ru: { group: space, decimal: ',', minus: '-' },
  en: { group: ',', decimal: '.', minus: '-' },
  fr: { group: narrowSpace, decimal: ',', minus: '-' },
  sv: { group: space, decimal: ',', minus: '\u2212' },
  fi: { group: space, decimal: ',', minus: '\u2212' },
  pt: { group: '.', decimal: ',', minus: '-' },
};

/** Same result as `Intl.NumberFormat`, whose first use takes a tenth of a second on phones. */
export function formatNumber(value: number, locale: Locale, maximumFractionDigits = 0): string {
  const { group, decimal, minus } = numberSymbols[locale];
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(maximumFractionDigits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const rest = fraction.replace(/0+$/, '');
  return `${value < 0 ? minus : ''}${grouped}${rest && decimal}${rest}`;
}

/** Country codes of one or two digits; all others have three. */
const shortCodes = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Formats a stored number in groups: +79123456789 becomes +7 912 345-67-89. */
export function formatPhone(phone: string): string {
  const digits = /^\+(\d{7,15})$/.exec(phone)?.[1];
  if (!digits) return phone;
  const code = shortCodes.exec(digits)?.[0] ?? digits.slice(0, 3);
  const number = digits.slice(code.length);
  const isRussian = code === '7' && number.length === 10;
  return `+${code}${space}${isRussian ? groupRussian(number) : groupInThrees(number)}`;
}

function groupRussian(number: string): string {
  const [, area, first, second, third] = /^(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(number) ?? [];
  return `${area}${space}${first}-${second}-${third}`;
}

/** The last group has two to four digits. */
function groupInThrees(number: string): string {
  return number.replace(/\d{3}(?=\d{2,})/g, (group) => group + space);
}
