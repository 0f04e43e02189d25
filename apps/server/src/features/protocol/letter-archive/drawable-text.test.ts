import { expect, test } from 'vitest';
import { drawableText, missingMark } from './letter-pdf.ts';

const latin = (text: string) => /^[ -~é]*$/.test(text);

test('a text that the font has stays as it is, line by line', () => {
  expect(drawableText('One\r\ntwo\rthree\n\nfive', latin)).toEqual({
    text: 'One\ntwo\nthree\n\nfive',
    hasMarks: false,
  });
});

test('a family of signs that is one picture becomes one mark', () => {
  expect(drawableText('Hi 👨‍👩‍👧‍👦!', latin)).toEqual({
    text: `Hi ${missingMark}!`,
    hasMarks: true,
  });
});

test('an accent that stands apart is put together with its letter', () => {
  expect(drawableText('cafe\u0301', latin)).toEqual({ text: 'café', hasMarks: false });
});

test('signs that nobody sees are left out without a mark', () => {
  expect(drawableText('a\u200bb\u00adc\u2060\u0007', latin)).toEqual({
    text: 'abc',
    hasMarks: false,
  });
});
