import { describe, expect, it } from 'vitest';
import { cachedRead } from './cached-read.ts';

function setUp({ timeoutMs = 60_000 } = {}) {
  const time = { now: 0 };
  const pendingReads: PromiseWithResolvers<string>[] = [];
  const read = cachedRead(
    () => {
      const one = Promise.withResolvers<string>();
      pendingReads.push(one);
      return one.promise;
    },
    { lifetimeMs: 15_000, timeoutMs, now: () => time.now },
  );
  return { read, pendingReads, time };
}

describe('a cached read', () => {
  it('is shared by concurrent callers and cached for its lifetime', async () => {
    const { read, pendingReads, time } = setUp();
    const results = [read(), read()];
    pendingReads[0]?.resolve('first');
    expect(await Promise.all(results)).toEqual(['first', 'first']);
    time.now = 14_999;
    expect(await read()).toBe('first');
    time.now = 15_000;
    const next = read();
    pendingReads[1]?.resolve('second');
    expect(await next).toBe('second');
    expect(pendingReads).toHaveLength(2);
  });

  it('caches a failure as undefined', async () => {
    const { read, pendingReads, time } = setUp();
    const first = read();
    pendingReads[0]?.reject(new Error('away'));
    expect(await first).toBeUndefined();
    time.now = 10_000;
    expect(await read()).toBeUndefined();
    expect(pendingReads).toHaveLength(1);
  });

  it('times out for callers without starting a second read', async () => {
    const { read, pendingReads, time } = setUp({ timeoutMs: 5 });
    expect(await read()).toBeUndefined();
    time.now = 60_000;
    expect(await read()).toBeUndefined();
    expect(pendingReads).toHaveLength(1);
  });
});
