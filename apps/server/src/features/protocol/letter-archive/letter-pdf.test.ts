import type { Locale } from '@zavet/contract/locales';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PDFDocument from 'pdfkit';
import { describe, expect, it, test, vi } from 'vitest';
import { renderedLocales } from '../../../../test/long-proofs.ts';
import { pdfPages } from '../../../../test/pdf-text.ts';
import { type ArchiveFacts, archiveWords } from './archive-format.ts';
import { letterPdf } from './letter-pdf.ts';

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
  return letterPdf(facts, { ...letter, ...changes }, await archiveWords(locale));
}
/** Where a line breaks is up to the paper. */
const joined = (text: string) => text.replaceAll(/\s+/g, '');
const textOf = async (pdf: Buffer) => joined((await pdfPages(pdf)).join(''));

describe('a letter on paper', () => {
  it.each(renderedLocales)(
    'says in %s everything that is in it, to be read and copied',
    async (locale) => {
      const words = await archiveWords(locale);
      const text = await textOf(await pdfOf({}, locale));
      const said = [
        letter.title,
        letter.content,
        words.say('author', { person: facts.owner_name }),
        words.say('written', { date: words.day(letter.written_at) }),
        words.say('files'),
        'Дача.jpg',
      ];
      for (const one of said) expect(text).toContain(joined(one));
      expect(text).not.toContain(joined(words.say('marks', { mark: '¤', file: 'letter.html' })));
    },
  );

  it('marks what its fonts do not have, and says where the whole text is', async () => {
    const text = await textOf(await pdfOf({ content: 'Обнимаю 👨‍👩‍👧 გიორგი' }));
    expect(text).toContain('Обнимаю¤¤¤¤¤¤¤');
    expect(text).toContain('letter.html');
  });

  it('goes over as many pages as it takes, with numbers, and loses nothing', async () => {
    const content = Array.from({ length: 400 }, (_, number) => `Строка ${number}.`).join('\n');
    const pages = await pdfPages(await pdfOf({ content }));
    expect(pages.length).toBeGreaterThan(8);
    const text = joined(pages.join(''));
    for (const number of [0, 57, 399]) expect(text).toContain(`Строка${number}.`);
    expect(pages.at(-1)).toContain(`Страница ${pages.length} из ${pages.length}`);
  });

  it('measures little of the longest text without a space, and loses nothing of it', async () => {
    const measuring = vi.spyOn(PDFDocument.prototype, 'widthOfString');
    const pages = await pdfPages(await pdfOf({ content: 'а'.repeat(30_000) }));
    const measured = measuring.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
    measuring.mockRestore();
    expect(joined(pages.join('')).replaceAll(/[^а]/g, '').length).toBeGreaterThanOrEqual(30_000);
    // Each piece a few times: measured anew for every line it would be ten million.
    expect(measured).toBeLessThan(300_000);
    expect(measured).toBeGreaterThan(0);
  });
});

test('is PDF/A-2b: fonts and colours within, described, open, nothing that acts or leads outside', async () => {
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
  // What is in the title stays a text, also where it is written into XML.
  expect(xml).not.toMatch(/<i>|& /);
  await reading.destroy();
});
