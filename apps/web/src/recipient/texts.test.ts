import { expect, test } from 'vitest';
import { languageOf } from './texts.ts';

const unknown = { chosen: undefined, delivered: undefined, browser: [] };

test('the reader’s choice comes before the delivery’s language, and that before the browser’s', () => {
  const all = { chosen: 'fi', delivered: 'fr', browser: ['sv-SE'] } as const;
  expect(languageOf(all)).toBe('fi');
  expect(languageOf({ ...all, chosen: undefined })).toBe('fr');
  expect(languageOf({ ...unknown, browser: ['de-DE', 'pt-BR', 'en'] })).toBe('pt');
});

test('where nothing is known the page speaks Russian', () => {
  expect(languageOf(unknown)).toBe('ru');
  expect(languageOf({ ...unknown, browser: ['de', 'zh-CN'] })).toBe('ru');
});
