import { describe, expect, it } from 'vitest';
import { createProbes, createReadiness, type Readiness } from './readiness.ts';

const working = {
  isBehind: async () => false,
  masterKeys: { isPresent: () => true },
  store: { probe: async () => {} },
  jobs: { isReady: () => true },
};
const readinessOf = ({ isBehind, store, ...watched }: typeof working): Readiness =>
  createReadiness({ ...watched, probes: createProbes({ isBehind, store }) });
const away = async () => {
  throw new Error('away');
};

describe('readiness', () => {
  it('is there when everything works', async () => {
    expect(await readinessOf(working).reasonsAgainst()).toEqual([]);
  });

  it('waits until jobs can be enqueued and run', async () => {
    let isReady = false;
    const jobs = { isReady: () => isReady };
    const readiness = readinessOf({ ...working, jobs });
    expect(await readiness.reasonsAgainst()).toEqual(['starting']);
    isReady = true;
    expect(await readiness.reasonsAgainst()).toEqual([]);
    isReady = false;
    expect(await readiness.reasonsAgainst()).toEqual(['queue']);
  });

  it('tells the database that is away from one that lacks migrations', async () => {
    const isAfterCursor = async () => true;
    expect(await readinessOf({ ...working, isBehind: away }).reasonsAgainst()).toEqual([
      'database',
    ]);
    expect(await readinessOf({ ...working, isBehind }).reasonsAgainst()).toEqual(['migrations']);
  });

  it('names everything that is missing at once', async () => {
    let isReady = true;
    const broken = readinessOf({
      isBehind: away,
      masterKeys: { isPresent: () => false },
      store: { probe: away },
      jobs: { isReady: () => isReady },
    });
    expect(await broken.reasonsAgainst()).toEqual(['database', 'key', 'object_store']);
    isReady = false;
    expect(await broken.reasonsAgainst()).toEqual(['database', 'key', 'object_store', 'queue']);
  });

  it('tells a proxy only what this process misses, and not what all of them share', async () => {
    const shared = { ...working, isBehind: away, store: { probe: away } };
    expect(readinessOf(shared).ownReasonsAgainst()).toEqual([]);
    const masterKeys = { isPresent: () => false };
    expect(readinessOf({ ...working, masterKeys }).ownReasonsAgainst()).toEqual(['key']);
  });

  it('tells a proxy of its start, once, and of its stop', () => {
    let isReady = false;
    const readiness = readinessOf({ ...working, jobs: { isReady: () => isReady } });
    expect(readiness.ownReasonsAgainst()).toEqual(['starting']);
    isReady = true;
    expect(readiness.ownReasonsAgainst()).toEqual([]);
    // All queues are in one database.
    isReady = false;
    expect(readiness.ownReasonsAgainst()).toEqual([]);
    readiness.stop();
    expect(readiness.ownReasonsAgainst()).toEqual(['stopping']);
  });

  it('does not ask the file storage before there is a database that knows it', async () => {
    let asked = 0;
    const probe = async () => {
      asked += 1;
    };
    const jobs = { isReady: () => false };
    const readiness = readinessOf({ ...working, isBehind: away, store: { probe }, jobs });
    expect(await readiness.reasonsAgainst()).toEqual(['starting', 'database']);
    expect(asked).toBe(0);
  });

  it('ends with the signal to stop, without a probe', async () => {
    let asked = 0;
    const isAfterCursor = async () => {
      asked += 1;
      return false;
    };
    const readiness = readinessOf({ ...working, isBehind });
    readiness.stop();
    expect(await readiness.reasonsAgainst()).toEqual(['stopping']);
    expect(asked).toBe(0);
  });

  it('ends also for callers from before the signal', async () => {
    const behind = Promise.withResolvers<boolean>();
    const readiness = readinessOf({ ...working, isBehind: () => behind.promise });
    const asked = readiness.reasonsAgainst();
    readiness.stop();
    behind.resolve(false);
    expect(await asked).toEqual(['stopping']);
  });
});
