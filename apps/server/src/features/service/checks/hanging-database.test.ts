import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/database/database.ts';
import { openDatabaseObserver } from '../../../platform/database/database-observer.ts';
import { hasPendingMigrations } from '../../../platform/database/migrate.ts';
import { requestPoolSettings } from '../../../platform/database/postgres-connections.ts';
import { createProbes, createReadiness } from './readiness.ts';

/** Takes connections and never says a word. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `postgres://nobody@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/none`,
    connections: () => sockets.length,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('a database that hangs', () => {
  it('makes the process unready within seconds, with one look for all who ask', async () => {
    const silent = await startSilentServer();
    const { url } = silent;
    const driver = { url, requests: requestPoolSettings({ url }) };
    const observer = openDatabaseObserver({ driver } as unknown as Database);
    const readiness = createReadiness({
      probes: createProbes({
        isBehind: () => hasPendingMigrations(observer, []),
        store: { probe: async () => {} },
      }),
      masterKeys: { isPresent: () => true },
      jobs: { isReady: () => true },
    });
    try {
      const asked = Array.from({ length: 50 }, () => readiness.reasonsAgainst());
      expect(new Set((await Promise.all(asked)).flat())).toEqual(new Set(['database']));
      expect(silent.connections()).toBe(1);
    } finally {
      silent.stop();
      await observer.close();
    }
  });
});
