import type { Locale } from '@zavet/contract/locales';

/** Long texts exist in these languages only. */
export const textLanguages = ['ru', 'en'] as const;
export type TextLanguage = (typeof textLanguages)[number];

/** What the address asks for; else Russian for readers of Russian and English for everybody else. */
export function textLanguageOf(wanted: unknown, locale: Locale): TextLanguage {
  return textLanguages.find((language) => language === wanted) ?? (locale === 'ru' ? 'ru' : 'en');
}
