import { expect, test } from 'vitest';
import { kopecksOf } from './payment-rules.ts';

test.each([
  ['300', 30_000],
  ['1 234,5', 123_450],
  ['0.07', 7],
  ['', Number.NaN],
  ['12,345', Number.NaN],
  ['-5', Number.NaN],
])('parses «%s» rubles as %d kopecks', (text, kopecks) => {
  expect(kopecksOf(text)).toBe(kopecks);
});
