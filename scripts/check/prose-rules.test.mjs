import { expect, test } from 'vitest';
import { findingsIn, findingsInModule, findingsInPage } from './prose-rules.mjs';

const refused = (text) => findingsIn(text).map((finding) => finding.text);

test.each([
  'Notifies the owner immediately.',
  'The lock is held until the transaction ends.',
  'Refunds the payment; the contact can start again.',
  'The disk has run out of space.',
])('accepts "%s"', (text) => {
  expect(refused(text)).toEqual([]);
});

test.each([
  ['Nobody is told of it at once', ['Nobody', 'is told', 'at once']],
  ['a letter for good brought in', ['brought in', 'for good']],
  ['Those who were told', ['Those who', 'were told']],
])('refuses wording in "%s"', (text, found) => {
  expect(refused(text).toSorted()).toEqual(found.toSorted());
});

test('refuses a comment that starts like a question, on its line', () => {
  const source = ['const a = 1;', '/** What an owner may do. */', 'const b = 2; // Where it is'];
  expect(findingsInModule('a.ts', source.join('\n')).map(({ line, text }) => [line, text])).toEqual(
    [
      [2, 'What'],
      [3, 'Where'],
    ],
  );
});

test('refuses names that start like a question', () => {
  const source = 'function whoStarts() {}\nconst whereClause = 1, where = 2;\ntype Whole = 1;';
  expect(findingsInModule('a.ts', source).map(({ text }) => text)).toEqual([
    'whoStarts',
    'whereClause',
  ]);
});

test('reads names of tests and messages of the log, and no other strings', () => {
  const source = `
    test.each([1])('tells nobody %s', () => call('nobody'));
    describe(\`at once \${1}\`, () => {});
    ctx.log.warn({ code: 'immediately' }, 'she puts off');
    other.warn('somebody');`;
  expect(findingsInModule('a.test.ts', source).map(({ line, text }) => [line, text])).toEqual([
    [2, 'nobody'],
    [3, 'at once'],
    [4, 'puts off'],
  ]);
});

test('reads pages without their code and without quotations', () => {
  const page =
    'At once.\n\n```\nnobody\n```\n`somebody` and «nobody», [a](./at-once "x")\n\nfor good';
  expect(findingsInPage(page).map(({ line, text }) => [line, text])).toEqual([
    [1, 'At once'],
    [8, 'for good'],
  ]);
});
