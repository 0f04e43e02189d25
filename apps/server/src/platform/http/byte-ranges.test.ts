import { describe, expect, it } from 'vitest';
import { askedRange } from './byte-ranges.ts';

const etag = '"one"';
const ask = (range?: string, ifRange?: string) => askedRange({ range, ifRange }, 100, etag);

describe('a part of a file', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=10-', 10, 99],
    ['bytes=90-500', 90, 99],
    ['bytes=-10', 90, 99],
    ['bytes=-500', 0, 99],
  ])('%s is bytes %i to %i', (range, start, end) => {
    expect(ask(range)).toEqual({ start, end });
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s lies outside of the file', (range) => {
    expect(ask(range)).toBe('unsatisfiable');
  });

  it.each([
    undefined,
    'bytes=-',
    'bytes=5-1',
    'bytes=0-1,5-6',
    'pages=1-2',
    'bytes=a-b',
    'bytes=1-9999999999999999',
  ])('%s is answered with everything', (range) => {
    expect(ask(range)).toBe('everything');
  });

  it('is given only of the file that was begun', () => {
    expect(ask('bytes=10-', etag)).toEqual({ start: 10, end: 99 });
    expect(ask('bytes=10-', '"other"')).toBe('everything');
    expect(ask('bytes=10-', `W/${etag}`)).toBe('everything');
  });
});
