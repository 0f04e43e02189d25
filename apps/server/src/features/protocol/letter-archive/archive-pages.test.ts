import { locales } from '@zavet/contract/locales';
import { expect, test } from 'vitest';
import { readFontStyle } from '../../../platform/pdf/fonts.ts';
import { zipEntryNames } from '../../vault/instructions/index.ts';
import { type ArchivedLetter, type ArchiveFacts, archiveWords } from './archive-format.ts';
import { indexPage, letterFolder, letterPage, linkTo, readMeFile } from './archive-pages.ts';

const facts: ArchiveFacts = {
  owner_name: 'Анна <b>',
  recipient_name: null,
  started_by: 'Вера',
  saved_at: new Date('2026-11-17T12:00:00Z'),
  support_email: 'help@example.org',
};
const letter: ArchivedLetter = {
  folder: '01 Письмо',
  text: {
    title: 'Письмо "<script>',
    content: '<img src=x onerror=alert(1)>\n  Второй & третий',
    written_at: new Date('2026-05-01T12:00:00Z'),
  },
  files: [
    {
      file_name: 'a&b.png',
      name: 'a&b.png',
      size_bytes: 2048,
      mime_type: 'image/png',
      state: 'whole',
    },
    {
      file_name: 'cut.jpg',
      name: 'cut.jpg',
      size_bytes: 5_000_000,
      mime_type: 'image/jpeg',
      state: 'cut',
    },
    {
      file_name: 'gone.pdf',
      name: 'gone.pdf',
      size_bytes: 1,
      mime_type: 'application/pdf',
      state: 'missing',
    },
  ],
};
const listed = { ...letter, title: 'Письмо "<script>', written_at: facts.saved_at };

test('escapes texts of users on every page', async () => {
  const words = archiveWords('ru');
  const pages = [indexPage(facts, [listed], words), letterPage(facts, letter, words)];
  for (const page of pages.map(String)) {
    expect(page).not.toMatch(/<script|<img src=x|<b>/);
    expect(page).toContain('Письмо &quot;&lt;script&gt;');
  }
  expect(String(pages[1])).toContain('&lt;img src=x onerror=alert(1)&gt;\n  Второй &amp; третий');
});

test('has no script and no remote content on any page', async () => {
  const words = archiveWords('en');
  for (const page of [indexPage(facts, [listed], words), letterPage(facts, letter, words)]) {
    expect(String(page)).not.toMatch(/https?:|\/\/|@import|url\(/);
    expect(String(page)).toMatch(/<link rel="stylesheet" href="(..\/)?Fonts.css">/);
    expect(String(page)).toContain("default-src 'none'");
  }
});

test('embeds the fonts in the style sheet', async () => {
  const rules = String(await readFontStyle())
    .trim()
    .split('\n');
  expect(rules).toHaveLength(4);
  for (const rule of rules) {
    expect(rule.match(/url\(/g)).toHaveLength(1);
    // «wOF2», the signature of the format.
    expect(rule).toContain('url(data:font/woff2;base64,d09GMg');
  }
});

test.each(locales)('has file names that every system accepts in %s', (locale) => {
  const { files, ...pages } = archiveWords(locale).names;
  const names = [files, ...Object.values(pages)];
  expect(zipEntryNames(names)).toEqual(names);
  expect(names.map((name) => name.normalize('NFC'))).toEqual(names);
  const { readMe, index, letter, print, fonts } = pages;
  const endings = [readMe, index, letter, print, fonts].map((name) => name.split('.').at(-1));
  expect(endings).toEqual(['txt', 'html', 'html', 'pdf', 'css']);
});

test('shows intact pictures, links files and names missing ones', async () => {
  const words = archiveWords('en');
  const page = String(letterPage(facts, letter, words));
  expect(page).toContain('<a href="Files/a%26b.png">');
  expect(page).toContain('<img src="Files/a%26b.png"');
  expect(page).toContain('href="Files/cut.jpg"');
  expect(page).not.toContain('<img src="Files/cut.jpg"');
  expect(page).toContain(words.say('cut'));
  expect(page).not.toContain('Files/gone.pdf');
  expect(page).toContain(words.say('missing'));
  expect(String(indexPage(facts, [listed], words))).toContain(
    '01%20%D0%9F%D0%B8%D1%81%D1%8C%D0%BC%D0%BE/Files/a%26b.png',
  );
});

test('refers to support for a damaged letter', async () => {
  const words = archiveWords('fr');
  const page = String(letterPage(facts, { ...letter, text: null }, words));
  expect(page).toContain(facts.support_email);
  expect(page).not.toContain('.pdf"');
});

test.each(locales)(
  'describes the archive in the read-me file in %s, with CRLF line ends',
  async (locale) => {
    const words = archiveWords(locale);
    const text = readMeFile({ ...facts, owner_name: 'Анна\nЗлая' }, words).toString();
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const part of [
      words.names.index,
      words.names.letter,
      words.names.print,
      words.names.files,
      'Анна Злая',
      'Вера',
      'help@example.org',
      '2026',
    ]) {
      expect(text).toContain(part);
    }
  },
);

test('sorts folders in the order of the letters', () => {
  expect(letterFolder(0, 3, 'Дом')).toBe('01 Дом');
  expect(letterFolder(8, 120, 'Дом')).toBe('009 Дом');
  const folders = Array.from({ length: 120 }, (_, index) => letterFolder(index, 120, 'Дом'));
  expect(folders.toSorted()).toEqual(folders);
});

test.each([
  ['../../etc', '01 .._.._etc'],
  ['a/b\\c:d*e', '01 a_b_c_d_e'],
  ['Конец...', '01 Конец'],
  ['   ', '01'],
  ['a\n\tb', '01 a b'],
])('makes a file name of the title %j', (title, folder) => {
  expect(letterFolder(0, 1, title)).toBe(folder);
});

test('shortens a long title', () => {
  expect([...letterFolder(0, 1, 'ж'.repeat(500))]).toHaveLength(53);
});

test('encodes links', () => {
  expect(linkTo('01 Да? 100%', 'files', 'a#b.txt')).toBe(
    '01%20%D0%94%D0%B0%3F%20100%25/files/a%23b.txt',
  );
});
