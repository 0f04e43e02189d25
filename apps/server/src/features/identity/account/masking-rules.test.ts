import { expect, it, test } from 'vitest';
import { maskEmail, networkOf } from './masking-rules.ts';

it.each([
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:*'],
  ['2001:db8::1', '2001:db8:0:*'],
  ['::1', '0:0:0:*'],
  ['::FFFF:203.0.113.77', '203.0.113.*'],
  ['::ffff:cb00:714d', '0:0:0:*'],
  ['64:ff9b::203.0.113.77', '64:ff9b:0:*'],
  ['1::2:3:4:5:6:7', '1:0:2:*'],
  ['1::2:3:4:5:6:7:8', '1:2:3:*'],
  ['203.0.113.77.5', null],
  ['x203.0.113.77', null],
  ['203.0.113.77x', null],
  [null, null],
  ['', null],
  ['unknown', null],
])('masks the host part of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['anna@example.org', 'a***@example.org'],
  ['a@example.org', 'a***@example.org'],
  ['анна@пример.рф', 'а***@пример.рф'],
  ['🌿leaf@example.org', '🌿***@example.org'],
  ['"a@b"@example.org', '"***@example.org'],
  ['no address', '***'],
])('%s is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
