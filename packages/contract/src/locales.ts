export const locales = ['ru', 'en', 'fr', 'sv', 'fi', 'pt'] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'ru';

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}
