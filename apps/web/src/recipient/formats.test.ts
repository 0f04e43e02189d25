import english from '@zavet/locales/en/delivery.json' with { type: 'json' };
import finnish from '@zavet/locales/fi/delivery.json' with { type: 'json' };
import russian from '@zavet/locales/ru/delivery.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { countText, dateText, excerptOf, sizeText } from './formats.ts';

test.each([
  [0, '0 Б'],
  [640, '640 Б'],
  [1023, '1 023 Б'],
  [1024, '1 КБ'],
  [12_800, '13 КБ'],
  [1_048_575, '1 МБ'],
  [1_258_291, '1,2 МБ'],
  [10_485_760, '10 МБ'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes, 'ru', russian.files).replace(/\s/g, ' ')).toBe(text);
});

test('sizes and dates are formatted in the language of the reader', () => {
  expect(sizeText(1_258_291, 'en', english.files)).toBe('1.2\u00A0MB');
  expect(sizeText(1_258_291, 'fi', finnish.files)).toBe('1,2\u00A0Mt');
  expect(dateText('2027-11-15T12:00:00.000Z', 'ru')).toBe('15 ноября 2027 г.');
  expect(dateText('2027-11-15T12:00:00.000Z', 'en')).toBe('November 15, 2027');
});

test('numbers of files use the plural rules of the language', () => {
  const inRussian = [1, 2, 5, 21].map((count) => countText(count, 'ru', russian.files, 'count'));
  expect(inRussian).toEqual(['1 файл', '2 файла', '5 файлов', '21 файл']);
  expect(countText(2, 'en', english.files, 'count')).toBe('2 files');
});

test('the excerpt of a letter ends at a word, and a short letter is shown completely', () => {
  expect(excerptOf('  Мои дорогие,\n\nключи у соседки.  ')).toBe('Мои дорогие, ключи у соседки.');
  const excerpt = excerptOf('Антоновку снимайте последней, '.repeat(20));
  expect(excerpt).toMatch(/^Антоновку .*[а-я]…$/);
  expect(excerpt.length).toBeLessThanOrEqual(121);
  expect('Антоновку снимайте последней, '.repeat(20)).toContain(excerpt.slice(0, -1));
});

test('the excerpt of a letter without spaces does not split a character', () => {
  expect(excerptOf(`а${'🍏'.repeat(200)}`)).toBe(`а${'🍏'.repeat(59)}…`);
});
