import { expect, test } from 'vitest';
import { maskEmail } from './mask-email.ts';

test.each([
  ['anna@example.org', 'a***@example.org'],
  ['a@example.org', 'a***@example.org'],
  ['анна@пример.рф', 'а***@пример.рф'],
  ['🌿leaf@example.org', '🌿***@example.org'],
  ['"a@b"@example.org', '"***@example.org'],
  ['no address', '***'],
])('of %s only %s can be read', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
