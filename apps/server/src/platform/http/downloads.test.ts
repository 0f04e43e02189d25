import { describe, expect, it } from 'vitest';
import { contentDisposition, parseRange } from './downloads.ts';

const etag = '"one"';
const ask = (range?: string, ifRange?: string) => parseRange({ range, ifRange }, 100, etag);

describe('a range of a file', () => {
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

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is unsatisfiable', (range) => {
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

  it('is only sent for an unchanged file', () => {
    expect(ask('bytes=10-', etag)).toEqual({ start: 10, end: 99 });
    expect(ask('bytes=10-', '"other"')).toBe('everything');
    expect(ask('bytes=10-', `W/${etag}`)).toBe('everything');
  });
});

describe('the name of a download', () => {
  it.each([
    ['a.pdf', `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`],
    [
      'дача 🏡.jpg',
      `attachment; filename="____ __.jpg"; filename*=UTF-8''%D0%B4%D0%B0%D1%87%D0%B0%20%F0%9F%8F%A1.jpg`,
    ],
    [
      `"; filename=x.exe'(*).txt`,
      `attachment; filename="_; filename=x.exe'(*).txt"; filename*=UTF-8''%22%3B%20filename%3Dx.exe%27%28%2A%29.txt`,
    ],
    ['100%\\.txt', `attachment; filename="100__.txt"; filename*=UTF-8''100%25%5C.txt`],
  ])('%s is escaped', (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });

  it('is always a single line of ASCII', () => {
    expect(contentDisposition('a\r\nSet-Cookie: x=1\u0000\ud800.pdf')).toMatch(/^[\x20-\x7e]+$/);
  });
});
