import { expect, test } from 'vitest';
import { waitOf } from './error-text.ts';

test.each([
  [0, 'seconds', 1],
  [89, 'seconds', 89],
  [90, 'minutes', 2],
  [3600, 'minutes', 60],
  [2 * 3600, 'hours', 2],
  [23.5 * 3600, 'hours', 24],
])('a wait of %s s is worded as %s', (seconds, unit, count) => {
  expect(waitOf(seconds)).toEqual({ unit, count });
});
