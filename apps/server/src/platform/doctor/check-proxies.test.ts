import { expect, test } from 'vitest';
import { checkNode } from './check-node.ts';
import { checkProxies } from './check-proxies.ts';

const real = { publicUrl: 'https://zavet.example', isProduction: true };
const trial = { publicUrl: 'http://localhost:3000', isProduction: false };

test.each([
  [['127.0.0.1'], real, 'ok'],
  [['10.0.0.0/8', 'fd00::/16'], real, 'ok'],
  [[], real, 'warning'],
  [[], trial, 'ok'],
  [[], { ...trial, publicUrl: 'https://zavet.example' }, 'warning'],
  [['0.0.0.0/0'], real, 'wrong'],
  [['127.0.0.1', '::/0'], real, 'wrong'],
  [['64.0.0.0/7'], trial, 'wrong'],
])('TRUSTED_PROXIES=%j with %j is %s', (trusted, place, state) => {
  expect(checkProxies(trusted, place).state).toBe(state);
});

test.each([
  ['v24.21.0', 'ok'],
  ['v26.0.0', 'ok'],
  ['v22.19.0', 'wrong'],
  ['v20.20.2', 'wrong'],
])('Node %s is %s', (version, state) => {
  expect(checkNode(version).state).toBe(state);
});
