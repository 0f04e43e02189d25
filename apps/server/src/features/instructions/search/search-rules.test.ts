import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsWords, inParts } from './search-rules.ts';

const texts = ['Где лежит завещание', 'Ключ от банковской ячейки — у Елены', 'Полис ОСАГО.pdf'];

describe('a search', () => {
  it('finds words in any text, in any case and order', () => {
    expect(holdsWords(texts, 'ЗАВЕЩАНИЕ')).toBe(true);
    expect(holdsWords(texts, 'осаго  ключ')).toBe(true);
  });

  it('takes е and ё for the same', () => {
    expect(holdsWords(texts, 'ячёйки')).toBe(true);
    expect(holdsWords(['ёлка'], 'елка')).toBe(true);
  });

  it('wants every word', () => {
    expect(holdsWords(texts, 'ключ машина')).toBe(false);
  });

  it('takes signs of patterns for what they are', () => {
    expect(holdsWords(texts, '.*')).toBe(false);
    expect(holdsWords(['100% (a|b)'], '(a|b)')).toBe(true);
  });
});

describe('the parts of a search', () => {
  const most = { bytes: 1000, texts: 5 };
  const sizes = fc
    .array(fc.nat(3000))
    .map((all) => all.map((bytes, index) => ({ id: String(index), bytes })));

  it('hold every text once, in their order', () => {
    fc.assert(
      fc.property(sizes, (texts) => {
        expect(inParts(texts, most).flat()).toEqual(texts.map(({ id }) => id));
      }),
    );
  });

  it('are small, unless a single text is not', () => {
    fc.assert(
      fc.property(sizes, (texts) => {
        for (const part of inParts(texts, most)) {
          const bytes = part.reduce((sum, id) => sum + (texts[Number(id)]?.bytes ?? 0), 0);
          expect(part.length).toBeLessThanOrEqual(most.texts);
          if (part.length > 1) expect(bytes).toBeLessThanOrEqual(most.bytes);
        }
      }),
    );
  });
});
