import { expect, test } from 'vitest';
import { isFetchFailure } from './fetch-failure.ts';

test.each([
  'Failed to fetch dynamically imported module: https://zavet.example/assets/a.js',
  'error loading dynamically imported module: https://zavet.example/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
  'Failed to fetch texts: account',
])('a screen that could not be fetched is known: %s', (message) => {
  expect(isFetchFailure(new TypeError(message))).toBe(true);
});

test('a mistake in our own code is not taken for the network', () => {
  expect(
    isFetchFailure(new TypeError("Cannot read properties of undefined (reading 'fetch')")),
  ).toBe(false);
  expect(isFetchFailure(undefined)).toBe(false);
});
