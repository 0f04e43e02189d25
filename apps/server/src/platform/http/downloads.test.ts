import { describe, expect, it } from 'vitest';
import { attachmentNamed } from './downloads.ts';

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
  ])('%s cannot be broken out of', (name, header) => {
    expect(attachmentNamed(name)).toBe(header);
  });

  it('is plain ASCII on one line, whatever the name', () => {
    expect(attachmentNamed('a\r\nSet-Cookie: x=1\u0000\ud800.pdf')).toMatch(/^[\x20-\x7e]+$/);
  });
});
