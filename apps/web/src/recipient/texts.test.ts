import { expect, test } from 'vitest';
import { languageOf } from './texts.ts';

const unknown = { chosen: undefined, delivered: undefined, browser: [] };

test('prefers the reader’s choice, then the language of the delivery, then that of the browser', () => {
  const all = { chosen: 'fi', delivered: 'fr', browser: ['sv-SE'] } as const;
  expect(languageOf(all)).toBe('fi');
  expect(languageOf({ ...all, chosen: undefined })).toBe('fr');
  expect(languageOf({ ...unknown, browser: ['de-DE', 'pt-BR', 'en'] })).toBe('pt');
});

test('the page defaults to Russian', () => {
  expect(languageOf(unknown)).toBe('ru');
  expect(languageOf({ ...unknown, browser: ['de', 'zh-CN'] })).toBe('ru');
});
