import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/database/database.ts';
import { openDatabaseObserver } from '../../../platform/database/database-observer.ts';
import { hasPendingMigrations } from '../../../platform/database/migrate.ts';
import { requestPoolSettings } from '../../../platform/database/postgres-connections.ts';
import { createCachedProbe, createProbes, createReadiness, type Readiness } from './readiness.ts';

const healthySources = {
  isBehind: async () => false,
  hasSchedules: async () => true,
  postponedMails: { isStuck: () => false },
  masterKeys: { isPresent: () => true },
  store: { probe: async () => {} },
  jobs: { isReady: () => true },
};
const readinessOf = ({
  isBehind,
  hasSchedules,
  store,
  ...watched
}: typeof healthySources): Readiness =>
  createReadiness({ ...watched, probes: createProbes({ isBehind, hasSchedules, store }) });
const failingProbe = async () => {
  throw new Error('away');
};

describe('readiness', () => {
  it('has no reasons if everything works', async () => {
    expect(await readinessOf(healthySources).reasonsAgainst()).toEqual([]);
  });

  it('waits until jobs can be enqueued and run', async () => {
    let isReady = false;
    const jobs = { isReady: () => isReady };
    const readiness = readinessOf({ ...healthySources, jobs });
    expect(await readiness.reasonsAgainst()).toEqual(['starting']);
    isReady = true;
    expect(await readiness.reasonsAgainst()).toEqual([]);
    isReady = false;
    expect(await readiness.reasonsAgainst()).toEqual(['queue']);
  });

  it('distinguishes an unreachable database from missing migrations', async () => {
    const isBehind = async () => true;
    expect(
      await readinessOf({ ...healthySources, isBehind: failingProbe }).reasonsAgainst(),
    ).toEqual(['database']);
    expect(await readinessOf({ ...healthySources, isBehind }).reasonsAgainst()).toEqual([
      'migrations',
    ]);
  });

  it('reports schedules that have stopped, and a mail server that postpones everything', async () => {
    const hasSchedules = async () => false;
    expect(await readinessOf({ ...healthySources, hasSchedules }).reasonsAgainst()).toEqual([
      'schedules',
    ]);
    const postponedMails = { isStuck: () => true };
    const stuck = readinessOf({ ...healthySources, postponedMails });
    expect(await stuck.reasonsAgainst()).toEqual(['mail']);
    expect(stuck.ownReasonsAgainst()).toEqual([]);
  });

  it('lists all reasons', async () => {
    let isReady = true;
    const broken = readinessOf({
      ...healthySources,
      isBehind: failingProbe,
      masterKeys: { isPresent: () => false },
      store: { probe: failingProbe },
      jobs: { isReady: () => isReady },
    });
    expect(await broken.reasonsAgainst()).toEqual(['database', 'key', 'object_store']);
    isReady = false;
    expect(await broken.reasonsAgainst()).toEqual(['database', 'key', 'object_store', 'queue']);
  });

  it('reports to proxies only reasons of this process, not those of shared services', async () => {
    const shared = { ...healthySources, isBehind: failingProbe, store: { probe: failingProbe } };
    expect(readinessOf(shared).ownReasonsAgainst()).toEqual([]);
    const masterKeys = { isPresent: () => false };
    // The key is still in memory.
    expect(readinessOf({ ...healthySources, masterKeys }).ownReasonsAgainst()).toEqual([]);
  });

  it('reports start and shutdown to proxies', () => {
    let isReady = false;
    const readiness = readinessOf({ ...healthySources, jobs: { isReady: () => isReady } });
    expect(readiness.ownReasonsAgainst()).toEqual(['starting']);
    isReady = true;
    expect(readiness.ownReasonsAgainst()).toEqual([]);
    // The queue is shared by all processes.
    isReady = false;
    expect(readiness.ownReasonsAgainst()).toEqual([]);
    readiness.stop();
    expect(readiness.ownReasonsAgainst()).toEqual(['stopping']);
  });

  it('does not probe the file storage before the queue has started', async () => {
    let probed = 0;
    const probe = async () => {
      probed += 1;
    };
    const jobs = { isReady: () => false };
    const readiness = readinessOf({
      ...healthySources,
      isBehind: failingProbe,
      store: { probe },
      jobs,
    });
    expect(await readiness.reasonsAgainst()).toEqual(['starting', 'database']);
    expect(probed).toBe(0);
  });

  it('ends on shutdown, without a probe', async () => {
    let probed = 0;
    const isBehind = async () => {
      probed += 1;
      return false;
    };
    const readiness = readinessOf({ ...healthySources, isBehind });
    readiness.stop();
    expect(await readiness.reasonsAgainst()).toEqual(['stopping']);
    expect(probed).toBe(0);
  });

  it('ends on shutdown for pending calls too', async () => {
    const behind = Promise.withResolvers<boolean>();
    const readiness = readinessOf({ ...healthySources, isBehind: () => behind.promise });
    const pending = readiness.reasonsAgainst();
    readiness.stop();
    behind.resolve(false);
    expect(await pending).toEqual(['stopping']);
  });
});

function startProbe({ maxAgeMs = 1_000, timeoutMs = 60_000 } = {}) {
  const time = { now: 0 };
  const runs: PromiseWithResolvers<boolean>[] = [];
  const probe = createCachedProbe(
    () => {
      const run = Promise.withResolvers<boolean>();
      runs.push(run);
      return run.promise;
    },
    () => false,
    () => time.now,
  );
  return { call: () => probe({ maxAgeMs, timeoutMs }), runs, time };
}

describe('a probe', () => {
  it('is shared by concurrent callers, and its outcome is cached', async () => {
    const { call, runs, time } = startProbe();
    const results = [call(), call(), call()];
    runs[0]?.resolve(true);
    expect(await Promise.all(results)).toEqual([true, true, true]);
    time.now = 999;
    expect(await call()).toBe(true);
    expect(runs).toHaveLength(1);
    time.now = 1_000;
    const again = call();
    runs[1]?.reject(new Error('away'));
    expect(await again).toBe(false);
  });

  it('fails on timeout, and is not started twice', async () => {
    const { call, runs, time } = startProbe({ timeoutMs: 5 });
    expect(await call()).toBe(false);
    time.now = 5_000;
    expect(await call()).toBe(false);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve(true);
    await runs[0]?.promise;
    time.now = 5_500;
    expect(await call()).toBe(true);
  });
});

/** Accepts connections and never responds. */
async function startHangingServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `postgres://user@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/none`,
    connections: () => sockets.length,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('a hanging database', () => {
  it('makes the process unready within seconds, with one probe for all callers', async () => {
    const server = await startHangingServer();
    const { url } = server;
    const driver = { url, requests: requestPoolSettings({ url }) };
    const observer = openDatabaseObserver({ driver } as unknown as Database);
    const isBehind = () => hasPendingMigrations(observer, []);
    const readiness = readinessOf({ ...healthySources, isBehind });
    try {
      const results = Array.from({ length: 50 }, () => readiness.reasonsAgainst());
      expect(new Set((await Promise.all(results)).flat())).toEqual(new Set(['database']));
      expect(server.connections()).toBe(1);
    } finally {
      server.stop();
      await observer.close();
    }
  });
});
