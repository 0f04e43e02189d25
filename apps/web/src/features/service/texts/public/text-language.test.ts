import { expect, it } from 'vitest';
import { textLanguageOf } from './text-language.ts';

it.each([
  [undefined, 'ru', 'ru'],
  [undefined, 'fi', 'fi'],
  ['en', 'ru', 'en'],
  ['ru', 'fi', 'ru'],
  ['de', 'pt', 'pt'],
  ['constructor', 'ru', 'ru'],
] as const)('asked for %s, a reader of %s gets %s', (wanted, locale, language) => {
  expect(textLanguageOf(wanted, locale)).toBe(language);
});
