import { expect, test } from 'vitest';
import { linkAtArrival, readMailedLink } from './mailed-link.ts';

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

test('finds the link again after a reload, when the address is bare', () => {
  const mailedLink = { type: 'recovery', token: 'kept', hasAccessToken: false };
  expect(linkAtArrival({ search: {}, hash: '', state: { mailedLink } })).toEqual(mailedLink);
});

test('prefers the link of the address to a kept one', () => {
  const mailedLink = { type: 'recovery', token: 'kept', hasAccessToken: false };
  const search = { type: 'recovery', token: 'newer' };
  expect(linkAtArrival({ search, hash: '', state: { mailedLink } }).token).toBe('newer');
});
