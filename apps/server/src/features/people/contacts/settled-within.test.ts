import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settledWithin } from './settled-within.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('work that may take only so long', () => {
  it('is waited for while the time lasts', async () => {
    const work = Promise.withResolvers<string>();
    const outcome = settledWithin(8_000, work.promise, 'too late');
    await vi.advanceTimersByTimeAsync(7_999);
    work.resolve('done');
    expect(await outcome).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is left behind when the time is up, and may fail later without anybody minding', async () => {
    const work = Promise.withResolvers<string>();
    const outcome = settledWithin(8_000, work.promise, 'too late');
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await outcome).toBe('too late');
    work.reject(new Error('late'));
    await expect(work.promise).rejects.toThrow('late');
  });

  it('passes a failure on while the time lasts', async () => {
    await expect(settledWithin(8_000, Promise.reject(new Error('at once')), '')).rejects.toThrow(
      'at once',
    );
    expect(vi.getTimerCount()).toBe(0);
  });
});
