import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptPreview, previewOf } from './preview.ts';

const family = '👨‍👩‍👧‍👦';
const lengthOf = (text: string) => [...new Intl.Segmenter().segment(text)].length;

describe('a preview', () => {
  it('is the text itself, on one line, when that is short', () => {
    expect(previewOf('  Мои дорогие,\n\nесли вы это читаете ')).toBe(
      'Мои дорогие, если вы это читаете',
    );
    expect(previewOf('я'.repeat(100))).toBe('я'.repeat(100));
    expect(previewOf(`слово ${family.repeat(94)}`)).toBe(`слово ${family.repeat(94)}`);
  });

  it('ends at the end of a word', () => {
    const words = 'Ключ от дачи лежит под третьей доской крыльца '.repeat(5);
    expect(previewOf(words)).toBe(
      'Ключ от дачи лежит под третьей доской крыльца Ключ от дачи лежит под третьей доской крыльца Ключ…',
    );
    expect(previewOf(`${'я'.repeat(98)} и дальше`)).toBe(`${'я'.repeat(98)}…`);
    expect(previewOf(`Слово ${'я'.repeat(200)}`)).toBe('Слово…');
    expect(previewOf(`Слово ${family.repeat(200)}`)).toBe('Слово…');
    expect(previewOf(`${family.repeat(50)} ${family.repeat(60)}`)).toBe(`${family.repeat(50)}…`);
  });

  it('has no comma, dash or full stop before the ellipsis', () => {
    expect(previewOf(`Сначала дом, ${'я'.repeat(200)}`)).toBe('Сначала дом…');
    expect(previewOf(`Сначала дом — ${'я'.repeat(200)}`)).toBe('Сначала дом…');
    expect(previewOf(`Где он? ${'я'.repeat(200)}`)).toBe('Где он?…');
    expect(previewOf(`— ${'я'.repeat(200)}`)).toBe('—…');
  });

  it('cuts a word that is longer than itself, and never a character', () => {
    expect(previewOf('я'.repeat(150))).toBe(`${'я'.repeat(98)}…`);
    expect(previewOf(family.repeat(150))).toBe(`${family.repeat(98)}…`);
    expect(previewOf('𝒳'.repeat(150))).toBe(`${'𝒳'.repeat(98)}…`);
  });

  it('has at most 100 characters, all whole, and shows only whole words of the text', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 30 });
    fc.assert(
      fc.property(words, (parts) => {
        const line = parts.join(' ').replace(/\s+/g, ' ').trim();
        const preview = previewOf(line);
        expect(lengthOf(preview)).toBeLessThanOrEqual(100);
        expect(preview.isWellFormed()).toBe(true);
        if (preview === line) return;
        const shown = preview.slice(0, -1);
        expect(line.startsWith(shown)).toBe(true);
        const isInFirstWord = !shown.includes(' ') && lengthOf(line.split(' ')[0] ?? '') > 98;
        if (!isInFirstWord) expect(line.slice(shown.length)).toMatch(/^[\s.,;:…‒–—-]/);
      }),
    );
  });
});

describe('a preview that was kept', () => {
  it('ends at the end of a word, too', () => {
    const former = (text: string) => `${text.slice(0, 99).trimEnd()}…`;
    const words = `Я и ${'ключ от дачи лежит под третьей доской крыльца '.repeat(5)}`;
    expect(former(words)).toMatch(/ крыльца клю…$/);
    expect(keptPreview(former(words))).toMatch(/ доской крыльца…$/);
    expect(keptPreview(`${family.repeat(90)} ${family.repeat(8)}…`)).toBe(`${family.repeat(90)}…`);
  });

  it('is left as it is where it ends there already', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        fc.pre(!text.includes('…'));
        expect(keptPreview(previewOf(text))).toBe(previewOf(text));
      }),
    );
  });
});
