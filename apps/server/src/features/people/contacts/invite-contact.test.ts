import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout } from './invite-contact.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('withTimeout', () => {
  it('returns the result before the timeout', async () => {
    const work = Promise.withResolvers<string>();
    const outcome = withTimeout(8_000, work.promise, 'too late');
    await vi.advanceTimersByTimeAsync(7_999);
    work.resolve('done');
    expect(await outcome).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns the fallback after the timeout; a later failure is ignored', async () => {
    const work = Promise.withResolvers<string>();
    const outcome = withTimeout(8_000, work.promise, 'too late');
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await outcome).toBe('too late');
    work.reject(new Error('late'));
    await expect(work.promise).rejects.toThrow('late');
  });

  it('rejects with a failure before the timeout', async () => {
    await expect(withTimeout(8_000, Promise.reject(new Error('refused')), '')).rejects.toThrow(
      'refused',
    );
    expect(vi.getTimerCount()).toBe(0);
  });
});
