import { expect, test } from 'vitest';
import { readMailedLink } from './mailed-link.ts';

test('reads type and token as plain text', () => {
  expect(readMailedLink({ type: 'signup', token: '12345' }, '')).toEqual({
    type: 'signup',
    token: '12345',
    hasAccessToken: false,
  });
});

test('finds an access token in the fragment', () => {
  const link = readMailedLink({}, '#access_token=abc&type=signup');
  expect(link).toEqual({ type: undefined, token: undefined, hasAccessToken: true });
});

test('takes an empty token for none', () => {
  expect(readMailedLink({ type: 'signup', token: '' }, '').token).toBeUndefined();
});
