import { expect, test } from 'vitest';
import { isFetchFailure, nextStep, type RecoveryEnvironment, recover } from './recovery.ts';

const minute = 60_000;

test('a failed fetch is retried, then the page is reloaded once', () => {
  const now = 10 * minute;
  expect(nextStep({ hasRetried: false, lastReloadAt: undefined, now })).toBe('retry');
  expect(nextStep({ hasRetried: true, lastReloadAt: undefined, now })).toBe('reload');
  expect(nextStep({ hasRetried: true, lastReloadAt: now - 1000, now })).toBe('stop');
  expect(nextStep({ hasRetried: true, lastReloadAt: now - minute, now })).toBe('reload');
});

/** A mock page whose server check returns these answers in order. */
function page(answers: boolean[], canRemember = true) {
  const log: string[] = [];
  let reloadedAt: number | undefined;
  const environment: RecoveryEnvironment = {
    now: () => 5 * minute,
    wait: async (ms) => void log.push(`wait ${ms}`),
    serverAnswers: async () => answers.shift() ?? true,
    retry: () => log.push('retry'),
    reload: () => log.push('reload'),
    reloads: {
      last: () => reloadedAt,
      note: () => {
        if (canRemember) reloadedAt = 5 * minute;
        return canRemember;
      },
    },
  };
  const fail = (address: string) =>
    recover(address, environment, (progress) => log.push(progress), new AbortController().signal);
  return { log, fail };
}

test('while the server is unreachable the page is not reloaded, and the delay grows', async () => {
  const { log, fail } = page([false, false, false]);
  await fail('/mail');
  expect(log).toEqual([
    'unreachable',
    'wait 1000',
    'unreachable',
    'wait 2000',
    'unreachable',
    'wait 4000',
    'retry',
  ]);
});

test('after a deployment the page is reloaded once, without a loop', async () => {
  const { log, fail } = page([]);
  for (let failure = 0; failure < 4; failure += 1) await fail('/contact');
  expect(log).toEqual(['retry', 'reload', 'failed', 'failed']);
});

test('a tab without storage does not reload itself', async () => {
  const { log, fail } = page([], false);
  await fail('/settings');
  await fail('/settings');
  expect(log).toEqual(['retry', 'failed']);
});

test.each([
  'Failed to fetch dynamically imported module: https://zavet.example/assets/a.js',
  'error loading dynamically imported module: https://zavet.example/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
  'Failed to fetch texts: account',
])('recognises a screen that could not be fetched: %s', (message) => {
  expect(isFetchFailure(new TypeError(message))).toBe(true);
});

test('an error in our own code is not mistaken for a network failure', () => {
  expect(
    isFetchFailure(new TypeError("Cannot read properties of undefined (reading 'fetch')")),
  ).toBe(false);
  expect(isFetchFailure(undefined)).toBe(false);
});
