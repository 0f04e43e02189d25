import { expect, test } from 'vitest';
import { languageOfTexts } from './desk-texts.ts';

test('the desk is English where it is not Russian, and nothing else is', () => {
  expect(languageOfTexts('desk', 'ru')).toBe('ru');
  expect(languageOfTexts('desk-audit', 'fi')).toBe('en');
  expect(languageOfTexts('settings', 'fi')).toBe('fi');
});
