import { expect, test } from 'vitest';
import { isUnanswered } from '../../../interface/error-text.ts';
import { fetched } from './fetched.ts';

test.each([
  new Error('Unable to preload CSS for /assets/panel.css'),
  new TypeError('Failed to fetch dynamically imported module: /assets/panel.js'),
])('what could not be fetched is told as a line that is down: %s', async (error) => {
  const failure = await fetched(Promise.reject(error)).catch((thrown: unknown) => thrown);
  expect(isUnanswered(failure)).toBe(true);
});

test('what was fetched is passed on', async () => {
  expect(await fetched(Promise.resolve('panel'))).toBe('panel');
});
