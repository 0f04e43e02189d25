import { expect, test } from 'vitest';
import { isCounterRegressed } from './passkey-rules.ts';

test.each([
  [0, 0, false],
  [0, 1, false],
  [4, 5, false],
  [4, 900, false],
  [4, 4, true],
  [4, 3, true],
  [4, 0, true],
])('a passkey that stood at %i and says %i counts as copied: %s', (stored, given, isCopied) => {
  expect(isCounterRegressed(stored, given)).toBe(isCopied);
});
