import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { freePort } from './trial.ts';

/** Debian's PostgreSQL with a WAL archive, in its own folder, on a free port. */
export interface ArchivedPostgres {
  url: string;
  folder: string;
  start(): Promise<void>;
  /** Runs one statement; returns its result as text. */
  query(statement: string): string;
  baseBackup(): Promise<void>;
  /** Forces all WAL up to now into the archive. */
  archiveAll(): Promise<void>;
  /** Kills all processes, as a power failure does. */
  kill(): Promise<void>;
  /** Deletes the data and restores it to a point in time. */
  restoreTo(time: string): Promise<void>;
  sizes(): { base: number; archive: number };
  remove(): Promise<void>;
}

const database = 'zavet';
const execFileAsync = promisify(execFile);

export async function preparePostgres(): Promise<ArchivedPostgres> {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'zavet-pitr-'));
  const at = (...names: string[]) => join(folder, ...names);
  chmodSync(folder, 0o755);
  for (const name of ['data', 'base', 'archive']) mkdirSync(at(name), { mode: 0o700 });
  execFileSync('chown', ['-R', 'postgres:postgres', at('data'), at('base'), at('archive')]);
  const port = await freePort();
  const host = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
  const asPostgres = (program: string, args: string[]) =>
    execFileSync('runuser', ['-u', 'postgres', '--', join(programs, program), ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const query = (statement: string, name = database) =>
    asPostgres('psql', [...host, '-d', name, '-XAtqc', statement]).trim();
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const args = ['-u', 'postgres', '--', join(programs, 'postgres'), '-D', at('data')];
    running = spawn('runuser', args, { cwd: folder, stdio: 'ignore' });
    for (let tries = 0; tries < 1_200; tries += 1) {
      try {
        // PostgreSQL also answers during recovery, so an answer alone does not mean it is ready.
        if (query('select pg_is_in_recovery()', 'postgres') === 'f') return;
      } catch {
        if (running.exitCode !== null) throw new Error('PostgreSQL did not start');
      }
      await pause(50);
    }
    throw new Error('PostgreSQL did not become ready');
  }

  async function kill(): Promise<void> {
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    const pids = execFileSync('head', ['-1', at('data', 'postmaster.pid')], { encoding: 'utf8' });
    process.kill(Number(pids), 'SIGKILL');
    await ended;
    // Child processes of the server exit a moment later, and until then hold memory that the next
    // start needs.
    while (hasProcesses(at('data'))) await pause(50);
  }

  asPostgres('initdb', [
    '-D',
    at('data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  appendFileSync(at('data', 'postgresql.conf'), settings(port, at('archive')));
  await start();
  query(`create database ${database}`, 'postgres');

  return {
    url: `postgres://postgres@127.0.0.1:${port}/${database}`,
    folder,
    start,
    query,
    // Does not block this process, so that the load continues.
    baseBackup: async () => {
      const args = [...host, '-D', at('base'), '-X', 'none', '-c', 'fast', '--no-password'];
      await execFileAsync('runuser', [
        '-u',
        'postgres',
        '--',
        join(programs, 'pg_basebackup'),
        ...args,
      ]);
    },
    archiveAll: async () => {
      const last = query('select pg_walfile_name(pg_switch_wal())');
      for (let tries = 0; !existsSync(at('archive', last)); tries += 1) {
        if (tries === 600) throw new Error('the log is not archived');
        await pause(50);
      }
    },
    kill,
    restoreTo: async (time) => {
      rmSync(at('data'), { recursive: true });
      cpSync(at('base'), at('data'), { recursive: true, mode: 0 });
      appendFileSync(at('data', 'postgresql.conf'), recoverySettings(at('archive'), time));
      writeFileSync(at('data', 'recovery.signal'), '');
      execFileSync('chown', ['-R', 'postgres:postgres', at('data')]);
      chmodSync(at('data'), 0o700);
      await start();
    },
    sizes: () => ({ base: bytesIn(at('base')), archive: bytesIn(at('archive')) }),
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const settings = (port: number, archive: string) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
archive_mode = on
archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'
archive_timeout = 60
`;

const recoverySettings = (archive: string, time: string) => `
restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${time}'
recovery_target_action = 'promote'
archive_mode = off
`;

/** Finds the newest installed version. Installing the package must not start a cluster. */
function findPrograms(): string {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    const noCluster = '/etc/postgresql-common/createcluster.conf';
    if (!existsSync(noCluster)) writeFileSync(noCluster, 'create_main_cluster = false\n');
    installIfMissing({ postgresql: root });
  }
  const newest = Math.max(...readdirSync(root).map(Number).filter(Number.isFinite));
  return join(root, String(newest), 'bin');
}

function hasProcesses(folder: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    });
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
