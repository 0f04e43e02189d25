import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createOutages,
  isOutageOver,
  type Outage,
  probeUntilAvailable,
  summaryOf,
  withFailedCall,
} from './outages.ts';

describe('an outage', () => {
  it('starts with the first failed call and counts all', () => {
    let outage: Outage | undefined;
    for (const at of [1_000, 4_000, 9_000]) outage = withFailedCall(outage, at);
    expect(outage).toEqual({ started_at: 1_000, last_failed_at: 9_000, calls: 3 });
  });

  it('is not over shortly after failed calls', () => {
    const outage = withFailedCall(undefined, 10_000);
    expect(isOutageOver('database', outage, 11_999)).toBe(false);
    expect(isOutageOver('database', outage, 12_000)).toBe(true);
    expect(isOutageOver('file_storage', outage, 11_999)).toBe(false);
  });

  it('of the mail server ends with the first reply', () => {
    expect(isOutageOver('mail', withFailedCall(undefined, 10_000), 10_000)).toBe(true);
  });

  it('lasts from the first failed call until its end', () => {
    const outage = withFailedCall(withFailedCall(undefined, 1_000), 30_000);
    expect(summaryOf(outage, 62_540)).toEqual({ seconds: 61.5, calls: 2 });
  });
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const log = pino({ level: 'silent' });

function probing() {
  const startedAt = Date.now();
  const outages = createOutages(
    ({ dependency }) => dependency as 'database',
    () => Date.now() - startedAt,
  );
  const probed: string[] = [];
  let isBack = false;
  const probe = (name: string) => async () => {
    probed.push(name);
    if (!isBack) throw new Error('away');
  };
  const stopped = new AbortController();
  const probes = { database: probe('database'), file_storage: probe('file_storage') };
  const startProbing = () => probeUntilAvailable(outages, probes, { log, signal: stopped.signal });
  return {
    outages,
    probed,
    stopped,
    startProbing,
    recover: () => {
      isBack = true;
    },
  };
}

describe('an unavailable dependency', () => {
  it('is probed until it is available again', async () => {
    const { outages, probed, startProbing, recover } = probing();
    startProbing();
    outages.classify({ dependency: 'database' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(probed).toHaveLength(10);
    expect(outages.isUnavailable('database')).toBe(true);
    recover();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outages.isUnavailable('database')).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probed).toHaveLength(11);
  });

  it('is probed if the outage started earlier', async () => {
    const { outages, startProbing, recover } = probing();
    outages.classify({ dependency: 'file_storage' });
    startProbing();
    recover();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outages.isUnavailable('file_storage')).toBe(false);
  });

  it('is not probed by a stopping process', async () => {
    const { outages, probed, startProbing, stopped } = probing();
    startProbing();
    outages.classify({ dependency: 'database' });
    stopped.abort();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(probed).toEqual([]);
  });
});
