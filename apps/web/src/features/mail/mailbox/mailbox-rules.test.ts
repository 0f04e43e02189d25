import { expect, test } from 'vitest';
import { exampleDomainsOf, providerOfAddress, refetchIntervalMs } from './mailbox-rules.ts';

const working = { state: 'working', trouble: null, auto_sync_enabled: true } as const;

test('does not poll without a mailbox, without automatic sync or after the sync has stopped', () => {
  expect(refetchIntervalMs(undefined, false)).toBe(false);
  expect(refetchIntervalMs(null, true)).toBe(false);
  expect(refetchIntervalMs({ ...working, auto_sync_enabled: false }, false)).toBe(false);
  expect(refetchIntervalMs({ ...working, state: 'stopped', trouble: 'login_refused' }, false)).toBe(
    false,
  );
});

test('polls every two seconds during the first sync, less often if the server is unreachable', () => {
  expect(refetchIntervalMs({ ...working, state: 'first_sync' }, false)).toBe(2000);
  expect(
    refetchIntervalMs({ ...working, state: 'first_sync', trouble: 'unreachable' }, false),
  ).toBe(30_000);
});

test('polls once a minute with automatic sync, and every two seconds after a manual refresh', () => {
  expect(refetchIntervalMs(working, false)).toBe(60_000);
  expect(refetchIntervalMs({ ...working, auto_sync_enabled: false }, true)).toBe(2000);
});

test.each([
  ['anna@yandex.ru', 'yandex'],
  [' Anna@YA.ru ', 'yandex'],
  ['anna@bk.ru', 'mailru'],
  ['anna@gmail.com', 'gmail'],
  ['anna@hotmail.com', 'outlook'],
  ['anna@example.org', undefined],
  ['anna@notgmail.com', undefined],
  ['gmail.com@example.org', undefined],
  ['', undefined],
])('the provider of «%s» is %s', (address, provider) => {
  expect(providerOfAddress(address)).toBe(provider);
});

test('lists three domains of a known provider and none of another server', () => {
  expect(exampleDomainsOf('mailru')).toBe('mail.ru, bk.ru, inbox.ru');
  expect(exampleDomainsOf('other')).toBeUndefined();
});
