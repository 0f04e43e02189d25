import { isRedirect } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, errorStatuses } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { readMailedLink, takeLinkOutOfAddress } from './mailed-link.ts';
import { linkProblemOf } from './mailed-link-page.tsx';

const fragment = '#type=signup&token=12345';

test('reads type and token as plain text from behind #', () => {
  expect(readMailedLink({}, fragment)).toEqual({
    type: 'signup',
    token: '12345',
    hasAccessToken: false,
  });
});

test('still reads the links of mails that were sent with them in the query', () => {
  const link = readMailedLink({ type: 'email_undo', token: 'earlier' }, '');
  expect(link).toEqual({ type: 'email_undo', token: 'earlier', hasAccessToken: false });
});

test('finds an access token in the fragment', () => {
  const link = readMailedLink({}, '#access_token=abc&type=signup');
  expect(link).toEqual({ type: 'signup', token: undefined, hasAccessToken: true });
});

test('takes an empty token for none', () => {
  expect(readMailedLink({ type: 'signup', token: '' }, '').token).toBeUndefined();
});

function arriveAt(pathname: string, search: object, hash = '') {
  try {
    takeLinkOutOfAddress({ location: { pathname, search, hash } });
    return undefined;
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return thrown.options;
  }
}

test.each([
  ['behind #', '/verify', {}, fragment],
  ['in the query', '/update-password', { type: 'recovery', token: 'x' }, ''],
  ['of an unknown kind', '/verify', { type: 'other', token: 'x' }, ''],
  ['under another name', '/invitation', { tokens: 'x' }, ''],
])('takes a secret %s out of the address and keeps the page', (_, path, search, hash) => {
  expect(arriveAt(path, search, hash)).toMatchObject({
    to: path,
    search: {},
    hash: '',
    replace: true,
    state: { mailedLink: readMailedLink({ ...search }, hash) },
  });
});

test('sends a recovery link that opened /verify on to the new password, without its secret', () => {
  expect(arriveAt('/verify', { type: 'recovery', token: 'x' })).toMatchObject({
    to: '/update-password',
    search: {},
    hash: '',
    state: { mailedLink: { type: 'recovery', token: 'x' } },
  });
});

test('leaves a bare address alone, as after a reload', () => {
  expect(arriveAt('/verify', {})).toBeUndefined();
});

const answered = (code: ErrorCode) =>
  new ApiError(errorStatuses[code], { error: { code }, request_id: 'r' });

test('tells an expired link from one that never worked', () => {
  expect(linkProblemOf(answered('link_expired'))).toBe('expired');
  expect(linkProblemOf(answered('link_invalid'))).toBe('invalid');
  expect(linkProblemOf(answered('invalid_input'))).toBe('invalid');
});

test('does not blame the link for a server that is away or for a refused answer', () => {
  expect(linkProblemOf(new TypeError('Failed to fetch'))).toBeUndefined();
  expect(linkProblemOf(answered('database_unavailable'))).toBeUndefined();
  expect(linkProblemOf(answered('contact_activated'))).toBeUndefined();
  expect(linkProblemOf(null)).toBeUndefined();
  expect(linkProblemOf(undefined)).toBeUndefined();
});
