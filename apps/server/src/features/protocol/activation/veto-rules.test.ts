import { expect, test } from 'vitest';
import { isByLink, needsSignIn } from './veto-rules.ts';

test('a veto by a mailed link proves access to a mailbox only, unlike account and paper code', () => {
  expect(isByLink('first_address')).toBe(true);
  expect(isByLink('second_address')).toBe(true);
  expect(isByLink('screen')).toBe(false);
  expect(isByLink('code')).toBe(false);
});

test('only a start approved by a death certificate needs an account or the paper code', () => {
  expect(needsSignIn({ approval_basis: 'death_certificate' })).toBe(true);
  expect(needsSignIn({ approval_basis: 'incapacity' })).toBe(false);
  expect(needsSignIn({ approval_basis: 'other' })).toBe(false);
  expect(needsSignIn({ approval_basis: null })).toBe(false);
});
