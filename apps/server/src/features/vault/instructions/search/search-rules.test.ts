import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf, containsAllWords } from './search-rules.ts';

const texts = ['Где лежит завещание', 'Ключ от банковской ячейки — у Елены', 'Полис ОСАГО.pdf'];

describe('a search', () => {
  it('finds words in any text, in any case and order', () => {
    expect(containsAllWords(texts, 'ЗАВЕЩАНИЕ')).toBe(true);
    expect(containsAllWords(texts, 'осаго  ключ')).toBe(true);
  });

  it('takes е and ё for the same', () => {
    expect(containsAllWords(texts, 'ячёйки')).toBe(true);
    expect(containsAllWords(['ёлка'], 'елка')).toBe(true);
  });

  it('takes letters of one look for the same, however they are composed', () => {
    expect(containsAllWords(['Ма\u0438\u0306 в саду'], 'май')).toBe(true);
    expect(containsAllWords(['оﬃce'], 'FFI')).toBe(true);
  });

  it('finds everything where nothing is looked for', () => {
    expect(containsAllWords(texts, '  ')).toBe(true);
    expect(containsAllWords([], ' \n ')).toBe(true);
    expect(containsAllWords([], ' a ')).toBe(false);
  });

  it('wants every word', () => {
    expect(containsAllWords(texts, 'ключ машина')).toBe(false);
  });

  it('takes signs of patterns for what they are', () => {
    expect(containsAllWords(texts, '.*')).toBe(false);
    expect(containsAllWords(['100% (a|b)'], '(a|b)')).toBe(true);
  });
});

describe('the parts of a search', () => {
  const most = { bytes: 1000, texts: 5 };
  const sizes = fc
    .array(fc.nat(3000))
    .map((all) => all.map((bytes, index) => ({ id: String(index), bytes })));

  it('are filled up to their limits, and no further', () => {
    const parts = (...bytes: number[]) =>
      batchesOf(
        bytes.map((size, index) => ({ id: String(index), bytes: size })),
        most,
      );
    expect(parts()).toEqual([]);
    expect(parts(400, 600, 1, 999, 1)).toEqual([['0', '1'], ['2', '3'], ['4']]);
    expect(parts(1, 1, 1, 1, 1, 1)).toEqual([['0', '1', '2', '3', '4'], ['5']]);
    expect(parts(3000, 1)).toEqual([['0'], ['1']]);
  });

  it('hold every text once, in their order', () => {
    fc.assert(
      fc.property(sizes, (texts) => {
        expect(batchesOf(texts, most).flat()).toEqual(texts.map(({ id }) => id));
      }),
    );
  });

  it('are small, unless a single text is not', () => {
    fc.assert(
      fc.property(sizes, (texts) => {
        for (const part of batchesOf(texts, most)) {
          const bytes = part.reduce((sum, id) => sum + (texts[Number(id)]?.bytes ?? 0), 0);
          expect(part.length).toBeLessThanOrEqual(most.texts);
          if (part.length > 1) expect(bytes).toBeLessThanOrEqual(most.bytes);
        }
      }),
    );
  });
});
