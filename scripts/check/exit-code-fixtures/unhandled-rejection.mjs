import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';

test('passes while a promise is rejected unhandled', async () => {
  Promise.reject(new Error('unhandled'));
  await setImmediate();
  expect(1 + 1).toBe(2);
});
