import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { FolderInUse, lockFolder } from '../folder-lock.ts';
import { embeddedUseLock } from '../session.ts';
import {
  assertCompatibleCluster,
  clusterFolder,
  clusterHome,
  clusterRole,
  createCluster,
  EmbeddedPostgresRefused,
  findPrograms,
  hasCluster,
  type ProgramUser,
  spawnProgram,
  userFor,
} from './cluster.ts';
import { isReady, stopOrphan } from './postmaster-file.ts';

/** A PostgreSQL server of this installation: a child process with its data in `DATA_DIR`. */
export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

interface Listener {
  /** A log line of PostgreSQL. */
  onLog?(line: string): void;
  /** Called when the server ended unexpectedly and is restarted. */
  onCrash?(): void;
}

/** Low memory, full durability. Listens only on a socket in its data folder. */
const settings = {
  listen_addresses: '',
  unix_socket_directories: '.',
  max_connections: '60',
  shared_buffers: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  io_method: 'sync',
  max_worker_processes: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  jit: 'off',
  dynamic_shared_memory_type: 'mmap',
  // Errors are returned to the caller; in the log, their statements would expose user content.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '',
};

/** Starts the server and locks its folder. */
export async function startEmbeddedPostgres(
  dataDir: string,
  listener: Listener = {},
): Promise<EmbeddedPostgres> {
  assertCompatibleCluster(dataDir);
  const programs = await findPrograms();
  mkdirSync(clusterHome(dataDir), { recursive: true, mode: 0o700 });
  const home = realpathSync(clusterHome(dataDir));
  const lock = await lockFolder(home);
  let address: Address | undefined;
  try {
    const user = userFor(hasCluster(dataDir) ? clusterFolder(dataDir) : dataDir);
    if (user) chownSync(home, user.uid, user.gid);
    await createCluster(dataDir, programs.initdb, user);
    const folder = realpathSync(clusterFolder(dataDir));
    address = addressOf(folder);
    const { url, socket, release } = address;
    const launch = { program: programs.postgres, folder, socket, user };
    const server = await superviseServer(launch, listener);
    return {
      url,
      stop: async () => {
        await server.stop();
        release();
        await lock.release();
      },
    };
  } catch (error) {
    address?.release();
    await lock.release();
    throw error;
  }
}

const startTimeoutMs = 10_000;

/** Long enough for another process to create and start the cluster on a busy machine. */
const borrowTimeoutMs = 60_000;

/** For a command: connects to the running server, or starts one for the duration of the command. */
export async function borrowEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  for (const deadline = Date.now() + borrowTimeoutMs; ; ) {
    try {
      const { url, stop } = await startEmbeddedPostgres(dataDir);
      return { url, stop: () => stopUnused(url, stop) };
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      const joined = hasCluster(dataDir) ? await joinServer(dataDir) : undefined;
      if (joined) return joined;
      // The other process may be starting or stopping the server.
      if (Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

async function stopUnused(url: string, stop: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    // Polls the lock: a queued request for an exclusive lock would block commands that join.
    const tryLock = 'select pg_try_advisory_lock($1) as is_locked';
    while (!(await client.query(tryLock, [embeddedUseLock])).rows[0]?.is_locked) await pause(50);
  } catch {
    // A dead server has no other clients.
  }
  await stop();
  await client.end().catch(() => {});
}

async function joinServer(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  const { url, release } = addressOf(realpathSync(clusterFolder(dataDir)));
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [embeddedUseLock]);
  } catch {
    await client.end().catch(() => {});
    release();
    return undefined;
  }
  return {
    url,
    stop: async () => {
      await client.end().catch(() => {});
      release();
    },
  };
}

/** Socket paths are limited to 107 bytes, on some systems to 103. */
const maxSocketPathBytes = 103;

interface Address {
  url: string;
  socket: string;
  release(): void;
}

/**
 * Returns URL and socket path of the server. A path that is too long is replaced by a symbolic link
 * in a private temporary folder.
 */
function addressOf(folder: string): Address {
  const socketIn = (parent: string) => join(parent, '.s.PGSQL.5432');
  const urlOf = (parent: string) =>
    `postgres://${clusterRole}@embedded/postgres?host=${encodeURIComponent(parent)}`;
  if (Buffer.byteLength(socketIn(folder)) <= maxSocketPathBytes) {
    return { url: urlOf(folder), socket: socketIn(folder), release: () => {} };
  }
  const parent = mkdtempSync(join(tmpdir(), 'zavet-'));
  const link = join(parent, 'd');
  symlinkSync(folder, link);
  const release = () => {
    process.off('exit', release);
    rmSync(parent, { recursive: true, force: true });
  };
  process.on('exit', release);
  return { url: urlOf(link), socket: socketIn(link), release };
}

const restartPauseMs = 1_000;
/** After this time, the server is stopped immediately; its next start recovers. */
const stopTimeoutMs = 30_000;

interface Launch {
  program: string;
  folder: string;
  socket: string;
  user: ProgramUser | undefined;
}

/** Runs the server and restarts it when it dies. Resolves when it accepts connections. */
async function superviseServer(
  { program, folder, socket, user }: Launch,
  { onLog, onCrash }: Listener,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let running: ChildProcess | undefined;
  // Stops the server even if the process exits unexpectedly.
  const endChild = () => void running?.kill('SIGINT');
  process.on('exit', endChild);

  const launch = async () => {
    await stopOrphan(folder, socket);
    if (stopping.signal.aborted) return;
    let lastLine = '';
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawnProgram(program, ['-D', folder, ...args], user);
    running = child;
    const failed = once(child, 'error').then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        lastLine = line;
        onLog?.(line);
      });
    }
    while (!isReady(folder, child.pid)) {
      if (hasEnded(child)) {
        throw new EmbeddedPostgresRefused(
          `PostgreSQL in ${folder} does not start: ${lastLine || `it ended with code ${child.exitCode}`}`,
        );
      }
      await Promise.race([pause(10), failed]);
    }
  };

  /** Retries: processes of a killed server may still hold its shared memory. */
  const launchWithRetries = async () => {
    for (const deadline = Date.now() + startTimeoutMs; ; await pause(200)) {
      try {
        return await launch();
      } catch (error) {
        if (!(error instanceof EmbeddedPostgresRefused) || Date.now() > deadline) throw error;
      }
    }
  };

  const restartForever = async () => {
    while (!stopping.signal.aborted) {
      if (running && !hasEnded(running)) await once(running, 'exit');
      if (stopping.signal.aborted) return;
      onCrash?.();
      await pause(restartPauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (!stopping.signal.aborted) await launch().catch((error: Error) => onLog?.(error.message));
    }
  };

  try {
    await launchWithRetries();
  } catch (error) {
    process.off('exit', endChild);
    throw error;
  }
  const supervised = restartForever();
  return {
    stop: async () => {
      stopping.abort();
      running?.kill('SIGINT');
      const killTimer = setTimeout(() => running?.kill('SIGQUIT'), stopTimeoutMs);
      await supervised;
      clearTimeout(killTimer);
      process.off('exit', endChild);
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
