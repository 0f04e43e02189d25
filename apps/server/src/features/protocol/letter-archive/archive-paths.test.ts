import { expect, test } from 'vitest';
import { letterFolder, linkTo } from './archive-pages.ts';

test('folders sort in the order of the letters, however many there are', () => {
  expect(letterFolder(0, 3, 'Дом')).toBe('01 Дом');
  expect(letterFolder(8, 120, 'Дом')).toBe('009 Дом');
  const folders = Array.from({ length: 120 }, (_, place) => letterFolder(place, 120, 'Дом'));
  expect(folders.toSorted()).toEqual(folders);
});

test.each([
  ['../../etc', '01 .._.._etc'],
  ['a/b\\c:d*e', '01 a_b_c_d_e'],
  ['Конец...', '01 Конец'],
  ['   ', '01'],
  ['a\n\tb', '01 a b'],
])('a title that no system takes as a name becomes one: %j', (title, folder) => {
  expect(letterFolder(0, 1, title)).toBe(folder);
});

test('a long title leaves room for what lies in its folder', () => {
  expect([...letterFolder(0, 1, 'ж'.repeat(500))]).toHaveLength(53);
});

test('a link leads to names with any signs', () => {
  expect(linkTo('01 Да? 100%', 'files', 'a#b.txt')).toBe(
    '01%20%D0%94%D0%B0%3F%20100%25/files/a%23b.txt',
  );
});
