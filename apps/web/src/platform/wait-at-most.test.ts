import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitAtMost } from './wait-at-most.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  ['has succeeded', () => Promise.resolve('done')],
  ['has failed', () => Promise.reject(new Error('no'))],
])('resolves when the work %s', async (_, work) => {
  await waitAtMost(1000, work());
  expect(vi.getTimerCount()).toBe(0);
});

test('resolves after the limit although the work is still pending', async () => {
  const onSettled = vi.fn();
  void waitAtMost(1000, new Promise(() => {})).then(onSettled);
  await vi.advanceTimersByTimeAsync(999);
  expect(onSettled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onSettled).toHaveBeenCalledOnce();
});
