import { locales } from '@zavet/contract/locales';
import { expect, test } from 'vitest';
import { type ArchivedLetter, type ArchiveFacts, archiveWords } from './archive-format.ts';
import { indexPage, letterPage, readMe } from './archive-pages.ts';

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

test('texts of people are texts on every page, whatever they hold', async () => {
  const words = await archiveWords('ru');
  const pages = [indexPage(facts, [listed], words), letterPage(facts, letter, words)];
  for (const page of pages.map(String)) {
    expect(page).not.toMatch(/<script|<img src=x|<b>/);
    expect(page).toContain('Письмо &quot;&lt;script&gt;');
  }
  expect(String(pages[1])).toContain('&lt;img src=x onerror=alert(1)&gt;\n  Второй &amp; третий');
});

test('no page asks a network for anything, or runs anything', async () => {
  const words = await archiveWords('en');
  for (const page of [indexPage(facts, [listed], words), letterPage(facts, letter, words)]) {
    expect(String(page)).not.toMatch(/https?:|\/\/|@import|url\(|<link/);
    expect(String(page)).toContain("default-src 'none'");
  }
});

test('a letter shows its whole pictures, links its files and names those that are lost', async () => {
  const words = await archiveWords('en');
  const page = String(letterPage(facts, letter, words));
  expect(page).toContain('<a href="files/a%26b.png">');
  expect(page).toContain('<img src="files/a%26b.png"');
  expect(page).toContain('href="files/cut.jpg"');
  expect(page).not.toContain('<img src="files/cut.jpg"');
  expect(page).toContain(words.say('cut'));
  expect(page).not.toContain('files/gone.pdf');
  expect(page).toContain(words.say('missing'));
  expect(String(indexPage(facts, [listed], words))).toContain(
    '01%20%D0%9F%D0%B8%D1%81%D1%8C%D0%BC%D0%BE/files/a%26b.png',
  );
});

test('a damaged letter says so, and whom to ask', async () => {
  const words = await archiveWords('fr');
  const page = String(letterPage(facts, { ...letter, text: null }, words));
  expect(page).toContain(facts.support_email);
  expect(page).not.toContain('letter.pdf');
});

test.each(locales)(
  'the READ-ME in %s names everything, in lines that every program breaks',
  async (locale) => {
    const words = await archiveWords(locale);
    const text = readMe({ ...facts, owner_name: 'Анна\nЗлая' }, words).toString();
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const said of [
      'index.html',
      'letter.html',
      'letter.pdf',
      'files',
      'Анна Злая',
      'Вера',
      'help@example.org',
      '2026',
    ]) {
      expect(text).toContain(said);
    }
  },
);
