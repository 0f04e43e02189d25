import { describe, expect, it } from 'vitest';
import { cachedRead } from './cached-read.ts';

function reading({ longestMs = 60_000 } = {}) {
  const time = { now: 0 };
  const begun: PromiseWithResolvers<string>[] = [];
  const read = cachedRead(
    () => {
      const one = Promise.withResolvers<string>();
      begun.push(one);
      return one.promise;
    },
    { keptMs: 15_000, longestMs, now: () => time.now },
  );
  return { read, begun, time };
}

describe('figures', () => {
  it('are read once for all who ask within their time', async () => {
    const { read, begun, time } = reading();
    const asked = [read(), read()];
    begun[0]?.resolve('first');
    expect(await Promise.all(asked)).toEqual(['first', 'first']);
    time.now = 14_999;
    expect(await read()).toBe('first');
    time.now = 15_000;
    const next = read();
    begun[1]?.resolve('second');
    expect(await next).toBe('second');
    expect(begun).toHaveLength(2);
  });

  it('that could not be read are nothing, and are not asked for again at once', async () => {
    const { read, begun, time } = reading();
    const first = read();
    begun[0]?.reject(new Error('away'));
    expect(await first).toBeUndefined();
    time.now = 10_000;
    expect(await read()).toBeUndefined();
    expect(begun).toHaveLength(1);
  });

  it('that take too long are not waited for, nor read a second time beside it', async () => {
    const { read, begun, time } = reading({ longestMs: 5 });
    expect(await read()).toBeUndefined();
    time.now = 60_000;
    expect(await read()).toBeUndefined();
    expect(begun).toHaveLength(1);
  });
});
