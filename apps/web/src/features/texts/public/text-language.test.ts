import { expect, it } from 'vitest';
import { textLanguageOf } from './text-language.ts';

it.each([
  [undefined, 'ru', 'ru'],
  [undefined, 'en', 'en'],
  [undefined, 'fi', 'en'],
  ['en', 'ru', 'en'],
  ['ru', 'fi', 'ru'],
  ['fi', 'fi', 'en'],
  ['constructor', 'ru', 'ru'],
] as const)('asked for %s, a reader of %s gets %s', (wanted, locale, language) => {
  expect(textLanguageOf(wanted, locale)).toBe(language);
});
