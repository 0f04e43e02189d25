import { describe, expect, it } from 'vitest';
import { cachedProbe } from './readiness.ts';

function probing({ keptMs = 1_000, longestMs = 60_000 } = {}) {
  const time = { now: 0 };
  const looks: PromiseWithResolvers<boolean>[] = [];
  const ask = cachedProbe(
    () => {
      const look = Promise.withResolvers<boolean>();
      looks.push(look);
      return look.promise;
    },
    () => false,
    () => time.now,
  );
  return { ask: () => ask({ keptMs, longestMs }), looks, time };
}

describe('a probe', () => {
  it('is shared by concurrent callers, and its outcome is kept for a moment', async () => {
    const { ask, looks, time } = probing();
    const asked = [ask(), ask(), ask()];
    looks[0]?.resolve(true);
    expect(await Promise.all(asked)).toEqual([true, true, true]);
    time.now = 999;
    expect(await ask()).toBe(true);
    expect(looks).toHaveLength(1);
    time.now = 1_000;
    const again = ask();
    looks[1]?.reject(new Error('away'));
    expect(await again).toBe(false);
  });

  it('that hangs has failed, and no second one is started beside it', async () => {
    const { ask, looks, time } = probing({ longestMs: 5 });
    expect(await ask()).toBe(false);
    time.now = 5_000;
    expect(await ask()).toBe(false);
    expect(looks).toHaveLength(1);
    looks[0]?.resolve(true);
    await looks[0]?.promise;
    time.now = 5_500;
    expect(await ask()).toBe(true);
  });
});
