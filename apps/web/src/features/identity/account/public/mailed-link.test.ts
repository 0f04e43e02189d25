import { isRedirect } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, errorStatuses } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { moveLinkToHistoryState, readMailedLink } from './mailed-link.ts';
import { linkProblemOf } from './mailed-link-page.tsx';

const fragment = '#type=signup&token=12345';

test('reads type and token from the fragment as plain text', () => {
  expect(readMailedLink({}, fragment)).toEqual({
    type: 'signup',
    token: '12345',
    hasAccessToken: false,
  });
});

test('reads type and token of older mails from the query', () => {
  const link = readMailedLink({ type: 'email_undo', token: 'earlier' }, '');
  expect(link).toEqual({ type: 'email_undo', token: 'earlier', hasAccessToken: false });
});

test('finds an access token in the fragment', () => {
  const link = readMailedLink({}, '#access_token=abc&type=signup');
  expect(link).toEqual({ type: 'signup', token: undefined, hasAccessToken: true });
});

test('treats an empty token as missing', () => {
  expect(readMailedLink({ type: 'signup', token: '' }, '').token).toBeUndefined();
});

function openAddress(pathname: string, search: object, hash = '') {
  try {
    moveLinkToHistoryState({ location: { pathname, search, hash } });
    return undefined;
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return thrown.options;
  }
}

test.each([
  ['in the fragment', '/verify', {}, fragment],
  ['in the query', '/update-password', { type: 'recovery', token: 'x' }, ''],
  ['of an unknown type', '/verify', { type: 'other', token: 'x' }, ''],
  ['under another name', '/invitation', { tokens: 'x' }, ''],
])('removes a token %s from the address and keeps the page', (_, path, search, hash) => {
  expect(openAddress(path, search, hash)).toMatchObject({
    to: path,
    search: {},
    hash: '',
    replace: true,
    state: { mailedLink: readMailedLink({ ...search }, hash) },
  });
});

test('redirects a recovery link from /verify to /update-password without its token in the address', () => {
  expect(openAddress('/verify', { type: 'recovery', token: 'x' })).toMatchObject({
    to: '/update-password',
    search: {},
    hash: '',
    state: { mailedLink: { type: 'recovery', token: 'x' } },
  });
});

test('does not redirect an address without a link, as after a reload', () => {
  expect(openAddress('/verify', {})).toBeUndefined();
});

const errorOf = (code: ErrorCode) =>
  new ApiError(errorStatuses[code], { error: { code }, request_id: 'r' });

test('distinguishes an expired link from an invalid one', () => {
  expect(linkProblemOf(errorOf('link_expired'))).toBe('expired');
  expect(linkProblemOf(errorOf('link_invalid'))).toBe('invalid');
  expect(linkProblemOf(errorOf('invalid_input'))).toBe('invalid');
});

test('reports no link problem for an unreachable server or a refused answer', () => {
  expect(linkProblemOf(new TypeError('Failed to fetch'))).toBeUndefined();
  expect(linkProblemOf(errorOf('database_unavailable'))).toBeUndefined();
  expect(linkProblemOf(errorOf('contact_activated'))).toBeUndefined();
  expect(linkProblemOf(null)).toBeUndefined();
  expect(linkProblemOf(undefined)).toBeUndefined();
});
