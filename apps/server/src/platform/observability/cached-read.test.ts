import { describe, expect, it } from 'vitest';
import { cachedRead } from './cached-read.ts';

function reading({ timeoutMs = 60_000 } = {}) {
  const time = { now: 0 };
  const begun: PromiseWithResolvers<string>[] = [];
  const read = cachedRead(
    () => {
      const one = Promise.withResolvers<string>();
      begun.push(one);
      return one.promise;
    },
    { lifetimeMs: 15_000, timeoutMs, now: () => time.now },
  );
  return { read, begun, time };
}

describe('a cached read', () => {
  it('is shared by concurrent callers and cached for its lifetime', async () => {
    const { read, begun, time } = reading();
    const results = [read(), read()];
    begun[0]?.resolve('first');
    expect(await Promise.all(results)).toEqual(['first', 'first']);
    time.now = 14_999;
    expect(await read()).toBe('first');
    time.now = 15_000;
    const next = read();
    begun[1]?.resolve('second');
    expect(await next).toBe('second');
    expect(begun).toHaveLength(2);
  });

  it('caches a failure as undefined', async () => {
    const { read, begun, time } = reading();
    const first = read();
    begun[0]?.reject(new Error('away'));
    expect(await first).toBeUndefined();
    time.now = 10_000;
    expect(await read()).toBeUndefined();
    expect(begun).toHaveLength(1);
  });

  it('times out for callers without starting a second read', async () => {
    const { read, begun, time } = reading({ timeoutMs: 5 });
    expect(await read()).toBeUndefined();
    time.now = 60_000;
    expect(await read()).toBeUndefined();
    expect(begun).toHaveLength(1);
  });
});
