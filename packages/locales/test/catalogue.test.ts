import { expect, test } from 'vitest';
import { formsOf, lettersOf, placeholdersOf, pluralKeysOf } from './catalogue.ts';

test('recognises plural forms, and leaves a word that only looks like one alone', () => {
  const texts = new Map([
    ['files.count_one', '{{count}} file'],
    ['files.count_other', '{{count}} files'],
    ['category_other', 'Other'],
  ]);
  const pluralKeys = new Set(pluralKeysOf(texts));
  expect([...pluralKeys]).toEqual(['files.count']);
  expect(Object.fromEntries(formsOf(texts, pluralKeys))).toEqual({
    'files.count': { one: '{{count}} file', other: '{{count}} files' },
    category_other: { '': 'Other' },
  });
});

test('finds variables, references and tags in all forms of a text', () => {
  const forms = {
    one: 'One <link>file</link>',
    other: '{{count, number}} of {{- name}}, $t(more)',
  };
  expect(placeholdersOf(forms)).toEqual(['$t(more)', '</link>', '<link>', '{{count}}', '{{name}}']);
});

test('counts only the letters a translator writes', () => {
  expect(lettersOf('{{name}} · <b>PIN</b> 24')).toBe('PIN');
});
