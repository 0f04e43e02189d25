import { expect, it } from 'vitest';
import { networkOf } from './network-rules.ts';

it.each([
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:*'],
  ['2001:db8::1', '2001:db8:0:*'],
  ['::1', '0:0:0:*'],
  [null, null],
  ['', null],
  ['unknown', null],
])('leaves out the last part of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
