import { expect, test } from 'vitest';
import { languageOf } from './texts.ts';

const noPreference = { chosen: undefined, delivered: undefined, browser: [] };

test('prefers the reader’s choice, then the language of the delivery, then that of the browser', () => {
  const preferences = { chosen: 'fi', delivered: 'fr', browser: ['sv-SE'] } as const;
  expect(languageOf(preferences)).toBe('fi');
  expect(languageOf({ ...preferences, chosen: undefined })).toBe('fr');
  expect(languageOf({ ...noPreference, browser: ['de-DE', 'pt-BR', 'en'] })).toBe('pt');
});

test('the page defaults to Russian', () => {
  expect(languageOf(noPreference)).toBe('ru');
  expect(languageOf({ ...noPreference, browser: ['de', 'zh-CN'] })).toBe('ru');
});
