import { expect, test } from 'vitest';
import { splitLinks } from './linked-text.tsx';

test('finds URLs and excludes the full stop after them', () => {
  const text = 'Go to http://localhost:3000/verify?type=signup&token=a-b_c. Thank you';
  expect(splitLinks(text)).toEqual([
    { text: 'Go to ', isLink: false, start: 0 },
    { text: 'http://localhost:3000/verify?type=signup&token=a-b_c', isLink: true, start: 6 },
    { text: '. Thank you', isLink: false, start: 58 },
  ]);
});

test('never links another scheme', () => {
  expect(splitLinks('javascript:alert(1)').some((part) => part.isLink)).toBe(false);
});

test('keeps the whole text', () => {
  const text = 'https://a.example\n(https://b.example/x?y=1), end.';
  const joined = splitLinks(text).map((part) => part.text);
  expect(joined.join('')).toBe(text);
});
