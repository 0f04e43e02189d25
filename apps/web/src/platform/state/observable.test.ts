import { expect, it, vi } from 'vitest';
import { createObservable } from './observable.ts';

it('tells everybody who follows it of another value, and nobody of the same one', () => {
  const count = createObservable(1);
  const [first, second] = [vi.fn(), vi.fn()];
  count.subscribe(first);
  count.subscribe(second);
  count.set(1);
  expect(first).not.toHaveBeenCalled();
  count.set(2);
  expect(count.get()).toBe(2);
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('tells nothing to those who stopped following, also when they stop while being told', () => {
  const count = createObservable(1);
  const later = vi.fn();
  const stop = count.subscribe(() => stop());
  count.subscribe(later);
  count.set(2);
  count.set(3);
  expect(later).toHaveBeenCalledTimes(2);
});
