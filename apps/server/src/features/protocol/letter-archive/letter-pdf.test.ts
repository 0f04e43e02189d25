import type { Locale } from '@zavet/contract/locales';
import fc from 'fast-check';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PDFDocument from 'pdfkit';
import { describe, expect, it, test, vi } from 'vitest';
import { renderedLocales } from '../../../../test/long-proofs.ts';
import { pdfPages } from '../../../../test/rendered-text.ts';
import { type ArchiveFacts, archiveWords } from './archive-format.ts';
import { drawableText, letterPdf, missingMark, wrappedLines } from './letter-pdf.ts';

const facts: ArchiveFacts = {
  owner_name: 'Анна Ёлкина-Ångström',
  recipient_name: 'Борис',
  started_by: 'Вера',
  saved_at: new Date('2026-11-17T12:00:00Z'),
  support_email: 'help@example.org',
};
const letter = {
  title: 'Письмо внукам',
  content: 'Мои дорогие,\n\n  ключи у соседки — № 5, «Дача», 100 €.',
  written_at: new Date('2026-05-01T12:00:00Z'),
  files: [
    {
      file_name: 'Дача.jpg',
      name: 'Дача.jpg',
      size_bytes: 5,
      mime_type: 'image/jpeg',
      state: 'whole',
    },
  ],
} as const;

async function pdfOf(
  changes: Partial<{ title: string; content: string }> = {},
  locale: Locale = 'ru',
) {
  const { bytes } = await letterPdf(facts, { ...letter, ...changes }, archiveWords(locale));
  return bytes;
}
/** Removes whitespace, so that line breaks do not matter. */
const joined = (text: string) => text.replaceAll(/\s+/g, '');
const textOf = async (pdf: Buffer) => joined((await pdfPages(pdf)).join(''));

describe('a printed letter', () => {
  it.each(renderedLocales)('contains everything in %s as text', async (locale) => {
    const words = archiveWords(locale);
    const text = await textOf(await pdfOf({}, locale));
    const parts = [
      letter.title,
      letter.content,
      words.say('author', { person: facts.owner_name }),
      words.say('written', { date: words.day(letter.written_at) }),
      words.say('files'),
      'Дача.jpg',
    ];
    for (const one of parts) expect(text).toContain(joined(one));
    expect(text).not.toContain(joined(words.say('marks', { mark: '¤', file: words.names.letter })));
  });

  it('marks characters missing in the fonts and refers to the whole text', async () => {
    const text = await textOf(await pdfOf({ content: 'Обнимаю 👨‍👩‍👧 გიორგი' }));
    expect(text).toContain('Обнимаю¤¤¤¤¤¤¤');
    expect(text).toContain('Письмо.html');
  });

  it('spans numbered pages without losing text', async () => {
    const content = Array.from({ length: 400 }, (_, number) => `Строка ${number}.`).join('\n');
    const pages = await pdfPages(await pdfOf({ content }));
    expect(pages.length).toBeGreaterThan(8);
    const text = joined(pages.join(''));
    for (const number of [0, 57, 399]) expect(text).toContain(`Строка${number}.`);
    expect(pages.at(-1)).toContain(`Страница ${pages.length} из ${pages.length}`);
  });

  it('wraps the longest text without a space quickly and without losing text', async () => {
    const measuring = vi.spyOn(PDFDocument.prototype, 'widthOfString');
    const pages = await pdfPages(await pdfOf({ content: 'а'.repeat(30_000) }));
    const measured = measuring.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
    measuring.mockRestore();
    expect(joined(pages.join('')).replaceAll(/[^а]/g, '').length).toBeGreaterThanOrEqual(30_000);
    // Measuring the rest of the word for every line would measure ten million characters.
    expect(measured).toBeLessThan(300_000);
    expect(measured).toBeGreaterThan(0);
  });
});

test('is PDF/A-2b, with embedded fonts and without scripts and links', async () => {
  const pdf = await pdfOf({ title: 'Мыло & <i>верёвка</i>' });
  const source = pdf.toString('latin1');
  expect(source.startsWith('%PDF-1.7')).toBe(true);
  expect(source).toContain('/S /GTS_PDFA1');
  expect(source).toMatch(/\/DestOutputProfile \d+ 0 R/);
  expect(source).toMatch(/\/ID \[/);
  for (const forbidden of ['/Encrypt', '/JavaScript', '/URI', '/AA', '/Launch', '/EmbeddedFile']) {
    expect(source).not.toContain(forbidden);
  }
  const fonts = [...source.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name);
  expect(fonts.length).toBeGreaterThan(0);
  for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+/);
  const descriptors = source.match(/\/Type \/FontDescriptor/g) ?? [];
  expect(source.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(descriptors.length);
  expect(source.match(/\/ToUnicode \d+ 0 R/g)).toHaveLength(descriptors.length);

  const reading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await reading.promise;
  const { info, metadata } = await document.getMetadata();
  const xml = Buffer.from(
    source.slice(source.indexOf('<?xpacket begin'), source.indexOf('<?xpacket end')),
    'latin1',
  ).toString('utf8');
  expect(xml).toContain('<pdfaid:part>2</pdfaid:part>');
  expect(xml).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
  expect(metadata?.get('dc:title')).toContain('Мыло');
  expect(info).toMatchObject({ Author: facts.owner_name, Language: 'ru' });
  // Titles cannot add markup to the metadata.
  expect(xml).not.toMatch(/<i>|& /);
  await reading.destroy();
});

const latin = (text: string) => /^[ -~é]*$/.test(text);

test('keeps a text that the font can draw', () => {
  expect(drawableText('One\r\ntwo\rthree\n\nfive', latin)).toEqual({
    text: 'One\ntwo\nthree\n\nfive',
    hasMissingCharacters: false,
  });
});

test('replaces a combined emoji by one mark', () => {
  expect(drawableText('Hi 👨‍👩‍👧‍👦!', latin)).toEqual({
    text: `Hi ${missingMark}!`,
    hasMissingCharacters: true,
  });
});

test('composes a separate accent with its letter', () => {
  expect(drawableText('cafe\u0301', latin)).toEqual({ text: 'café', hasMissingCharacters: false });
});

test('drops invisible characters without a mark', () => {
  expect(drawableText('a\u200bb\u00adc\u2060\u0007', latin)).toEqual({
    text: 'abc',
    hasMissingCharacters: false,
  });
});

/** A font of fixed width that counts the measured characters. */
function fixedWidth() {
  const measured = { characters: 0 };
  const widthOf = (text: string) => {
    measured.characters += text.length;
    return text.length;
  };
  return { measured, widthOf };
}

const lines = (text: string, width: number) => [...wrappedLines(text, width, fixedWidth().widthOf)];

test('wraps words and keeps empty lines', () => {
  expect(lines('one two three\n\nfour', 8)).toEqual(['one two', 'three', '', 'four']);
});

test('keeps spaces at the start of a line', () => {
  expect(lines('  one\n    two', 20)).toEqual(['  one', '    two']);
});

test('cuts a word that is wider than a line', () => {
  expect(lines('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
});

const texts = fc.string({ unit: fc.constantFrom('a', 'б', ' ', '\n', 'é'), maxLength: 200 });

test('makes no line too wide and loses only spaces in any text', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, width) => {
      const made = lines(text, width);
      expect(made.join('').replaceAll(' ', '')).toBe(text.replaceAll(/[ \n]/g, ''));
      for (const line of made) expect(line.trimStart().length).toBeLessThanOrEqual(width);
    }),
  );
});

test('measures the longest word a few times, not once per line', () => {
  const { measured, widthOf } = fixedWidth();
  expect([...wrappedLines('а'.repeat(100_000), 80, widthOf)]).toHaveLength(1250);
  expect(measured.characters).toBeLessThan(500_000);
});
