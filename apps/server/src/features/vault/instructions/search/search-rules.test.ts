import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf, containsAllWords } from './search-rules.ts';

const texts = ['Где лежит завещание', 'Ключ от банковской ячейки — у Елены', 'Полис ОСАГО.pdf'];

describe('a search', () => {
  it('finds words in any text, in any case and order', () => {
    expect(containsAllWords(texts, 'ЗАВЕЩАНИЕ')).toBe(true);
    expect(containsAllWords(texts, 'осаго  ключ')).toBe(true);
  });

  it('treats е and ё as equal', () => {
    expect(containsAllWords(texts, 'ячёйки')).toBe(true);
    expect(containsAllWords(['ёлка'], 'елка')).toBe(true);
  });

  it('treats composed and decomposed letters as equal', () => {
    expect(containsAllWords(['Ма\u0438\u0306 в саду'], 'май')).toBe(true);
    expect(containsAllWords(['оﬃce'], 'FFI')).toBe(true);
  });

  it('matches everything for an empty query', () => {
    expect(containsAllWords(texts, '  ')).toBe(true);
    expect(containsAllWords([], ' \n ')).toBe(true);
    expect(containsAllWords([], ' a ')).toBe(false);
  });

  it('requires every word', () => {
    expect(containsAllWords(texts, 'ключ машина')).toBe(false);
  });

  it('treats pattern characters literally', () => {
    expect(containsAllWords(texts, '.*')).toBe(false);
    expect(containsAllWords(['100% (a|b)'], '(a|b)')).toBe(true);
  });
});

describe('the batches of a search', () => {
  const most = { bytes: 1000, texts: 5 };
  const sizes = fc
    .array(fc.nat(3000))
    .map((all) => all.map((bytes, index) => ({ id: String(index), bytes })));

  it('are filled up to their limits', () => {
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

  it('contain every text once, in order', () => {
    fc.assert(
      fc.property(sizes, (texts) => {
        expect(batchesOf(texts, most).flat()).toEqual(texts.map(({ id }) => id));
      }),
    );
  });

  it('exceed the limit only for a single larger text', () => {
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
