import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settledWithin } from './settled-within.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  ['has succeeded', () => Promise.resolve('done')],
  ['has failed', () => Promise.reject(new Error('no'))],
])('resolves when the work %s', async (_, work) => {
  await settledWithin(1000, work());
  expect(vi.getTimerCount()).toBe(0);
});

test('resolves after the limit although the work is still pending', async () => {
  const onGoing = vi.fn();
  void settledWithin(1000, new Promise(() => {})).then(onGoing);
  await vi.advanceTimersByTimeAsync(999);
  expect(onGoing).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onGoing).toHaveBeenCalledOnce();
});
