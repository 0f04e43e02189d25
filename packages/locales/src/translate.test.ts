import { describe, expect, test } from 'vitest';
import {
  createTranslate,
  type Facts,
  fill,
  type KeyOf,
  languageOfTexts,
  type PluralKeyOf,
  type Texts,
  type Words,
} from './translate.ts';

test('desk texts are in Russian, and in English for every other language', () => {
  expect(languageOfTexts('desk', 'ru')).toBe('ru');
  expect(languageOfTexts('desk-audit', 'fi')).toBe('en');
  expect(languageOfTexts('settings', 'fi')).toBe('fi');
});

const fallbacks = {
  text: (key: string) => `no ${key}`,
  fact: (name: string, text: string) => `[${name} of «${text}»]`,
};

const english = createTranslate('en', fallbacks);

const files = Object.fromEntries(
  ['one', 'two', 'few', 'many', 'other'].map((form) => [`files_${form}`, `{{count}} ${form}`]),
);

describe('plurals', () => {
  test.each([
    ['ru', ['0 many', '1 one', '2 few', '5 many', '11 many', '21 one', '1.5 other']],
    ['en', ['0 other', '1 one', '2 other', '5 other', '11 other', '21 other', '1.5 other']],
    ['fr', ['0 one', '1 one', '2 other', '5 other', '11 other', '21 other', '1.5 one']],
    ['pt', ['0 one', '1 one', '2 other', '5 other', '11 other', '21 other', '1.5 one']],
    ['sv', ['0 other', '1 one', '2 other', '5 other', '11 other', '21 other', '1.5 other']],
    ['fi', ['0 other', '1 one', '2 other', '5 other', '11 other', '21 other', '1.5 other']],
  ])('%s selects the form by count', (language, expected) => {
    const translate = createTranslate(language, fallbacks);
    const counts = [0, 1, 2, 5, 11, 21, 1.5];
    expect(counts.map((count) => translate(files, 'files', { count }))).toEqual(expected);
  });

  test.each(['fr', 'pt'])('%s has a plural form of its own for millions', (language) => {
    const translate = createTranslate(language, fallbacks);
    expect(translate(files, 'files', { count: 1_000_000 })).toBe('1000000 many');
  });

  test('a formatted count selects no plural form', () => {
    expect(english(files, 'files', { count: '1' })).toBe('no files');
  });

  test('a text without plural forms accepts a count as a fact', () => {
    expect(english({ page: 'Page {{page}} of {{count}}' }, 'page', { page: 2, count: 7 })).toBe(
      'Page 2 of 7',
    );
  });
});

describe('lookup', () => {
  const texts: Texts = { title: 'Title', form: { name: { label: 'Name' } } };

  test('finds texts in groups', () => {
    expect(english(texts, 'title')).toBe('Title');
    expect(english(texts, 'form.name.label')).toBe('Name');
  });

  test.each(['nothing', 'form', 'form.name', 'title.length', 'form.name.label.more', ''])(
    'reports a missing text for «%s»',
    (key) => {
      expect(english(texts, key)).toBe(`no ${key}`);
    },
  );

  test('reports a missing text if the subject is not loaded', () => {
    expect(english(undefined, 'title')).toBe('no title');
  });

  test.each(['constructor', 'toString.name', '__proto__'])('%s is not found', (key) => {
    expect(english(texts, key)).toBe(`no ${key}`);
  });
});

describe('facts', () => {
  test('replace all placeholders of their name', () => {
    expect(fill('{{a}}, {{b}}, {{a}}', { a: 0, b: '' }, fallbacks.fact)).toBe('0, , 0');
  });

  test.each(['<b>&amp;"\'</b>', '{{b}}', '$t(b)', '$& $1 $$ $<b>'])(
    '«%s» is inserted unchanged',
    (a) => {
      expect(fill('{{a}}', { a, b: 'x' }, fallbacks.fact)).toBe(a);
    },
  );

  test('reports a missing fact with its text', () => {
    expect(english({ hello: 'Hello, {{name}}' }, 'hello')).toBe(
      'Hello, [name of «Hello, {{name}}»]',
    );
  });
});

test('the compiler checks keys and the count of plurals', () => {
  const texts = { title: '', kind_other: '', list: { found_one: '', found_other: '' } };
  const t: Words<KeyOf<typeof texts>, PluralKeyOf<typeof texts>> = (key: string, _facts?: Facts) =>
    key;
  const results = [
    t('title'),
    t('kind_other', { name: 'a fact' }),
    t('list.found', { count: 1 }),
    // @ts-expect-error: no such key
    t('tilte'),
    // @ts-expect-error: a group is not a text
    t('list'),
    // @ts-expect-error: a plural form is not a separate key
    t('list.found_one', { count: 1 }),
    // @ts-expect-error: a plural without its count
    t('list.found'),
    // @ts-expect-error: a fact that may be absent
    t('title', { name: undefined as string | undefined }),
  ];
  expect(results).toHaveLength(8);
});

describe('fact with a full stop at its end', () => {
  const filled = (text: string, date: string) => fill(text, { date }, fallbacks.fact);

  test('also ends its sentence', () => {
    expect(filled('До {{date}}. Потом нет.', '21 ноября 2026 г.')).toBe(
      'До 21 ноября 2026 г. Потом нет.',
    );
    expect(filled('До <day>{{date}}</day>.', '21 ноября 2026 г.')).toBe(
      'До <day>21 ноября 2026 г.</day>',
    );
  });

  test('keeps other punctuation, and the full stop after other facts', () => {
    expect(filled('До {{date}}, и всё.', '2026 г.')).toBe('До 2026 г., и всё.');
    expect(filled('До {{date}}...', '2026 г.')).toBe('До 2026 г....');
    expect(filled('До {{date}}.', '21 ноября')).toBe('До 21 ноября.');
  });
});
