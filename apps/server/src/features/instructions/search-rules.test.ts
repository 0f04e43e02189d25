import { describe, expect, it } from 'vitest';
import { holdsWords } from './search-rules.ts';

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
