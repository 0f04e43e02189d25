import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createOutages,
  isOutageOver,
  lengthOf,
  type Outage,
  outageMet,
  probeUntilAvailable,
} from './outages.ts';

describe('an outage', () => {
  it('begins with the first call that meets it, and counts the others', () => {
    let outage: Outage | undefined;
    for (const at of [1_000, 4_000, 9_000]) outage = outageMet(outage, at);
    expect(outage).toEqual({ began_at: 1_000, last_met_at: 9_000, calls: 3 });
  });

  it('is not over while calls of the last moments met it, although one worked', () => {
    const outage = outageMet(undefined, 10_000);
    expect(isOutageOver('database', outage, 11_999)).toBe(false);
    expect(isOutageOver('database', outage, 12_000)).toBe(true);
    expect(isOutageOver('file_storage', outage, 11_999)).toBe(false);
  });

  it('of a mail server is over with the first answer', () => {
    expect(isOutageOver('mail', outageMet(undefined, 10_000), 10_000)).toBe(true);
  });

  it('is as long as from its first call to the moment when it works again', () => {
    const outage = outageMet(outageMet(undefined, 1_000), 30_000);
    expect(lengthOf(outage, 62_540)).toEqual({ seconds: 61.5, calls: 2 });
  });
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const log = pino({ level: 'silent' });

function watching() {
  const startedAt = Date.now();
  const outages = createOutages(
    ({ dependency }) => dependency as 'database',
    () => Date.now() - startedAt,
  );
  const looked: string[] = [];
  let isBack = false;
  const look = (name: string) => async () => {
    looked.push(name);
    if (!isBack) throw new Error('away');
  };
  const stopped = new AbortController();
  const looks = { database: look('database'), file_storage: look('file_storage') };
  const begin = () => probeUntilAvailable(outages, looks, { log, signal: stopped.signal });
  return {
    outages,
    looked,
    stopped,
    begin,
    comeBack: () => {
      isBack = true;
    },
  };
}

describe('what is away', () => {
  it('is looked at until it is back, also when nobody calls, and then no more', async () => {
    const { outages, looked, begin, comeBack } = watching();
    begin();
    outages.judge({ dependency: 'database' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looked).toHaveLength(10);
    expect(outages.isAway('database')).toBe(true);
    comeBack();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outages.isAway('database')).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looked).toHaveLength(11);
  });

  it('is looked at also when it went before anybody looked', async () => {
    const { outages, begin, comeBack } = watching();
    outages.judge({ dependency: 'file_storage' });
    begin();
    comeBack();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outages.isAway('file_storage')).toBe(false);
  });

  it('is left alone by a process that stops', async () => {
    const { outages, looked, begin, stopped } = watching();
    begin();
    outages.judge({ dependency: 'database' });
    stopped.abort();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looked).toEqual([]);
  });
});
