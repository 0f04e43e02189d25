import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { freePort, waitForListener } from './trial.ts';

const program = '/usr/sbin/pgbouncer';
/** PgBouncer refuses to run as root. */
const unprivilegedUser = 65_534;

export interface PgBouncer {
  version: string;
  /** URL of the database through PgBouncer. */
  url: string;
  start(): Promise<void>;
  /** Kills PgBouncer, which breaks all client connections. */
  kill(): Promise<void>;
  /** Errors and warnings in the log of PgBouncer. */
  problems(): string[];
  remove(): Promise<void>;
}

/** Debian's PgBouncer in transaction mode in front of one database. */
export async function preparePgBouncer(databaseUrl: string, poolSize: number): Promise<PgBouncer> {
  installIfMissing({ pgbouncer: program });
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'zavet-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const log = join(folder, 'pgbouncer.log');
  writeFileSync(file, configuration(new URL(databaseUrl), { port, log, poolSize }));
  writeFileSync(log, '');
  chmodSync(folder, 0o777);
  chmodSync(log, 0o666);
  let running: ChildProcess | undefined;
  const kill = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  return {
    version: execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '',
    url: `postgres://zavet:zavet@127.0.0.1:${port}/pooled`,
    start: async () => {
      running = spawn(program, [file], {
        stdio: 'ignore',
        uid: unprivilegedUser,
        gid: unprivilegedUser,
      });
      await waitForListener(port);
    },
    kill,
    problems: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => /\b(ERROR|WARNING|FATAL)\b|closing because/.test(line))
        .filter((line) => !/client close request|client disconnect/.test(line)),
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(
  { hostname, port: serverPort, username, password, pathname }: URL,
  own: { port: number; log: string; poolSize: number },
): string {
  const server = `host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  return `
[databases]
pooled = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${own.poolSize}
max_client_conn = 500
logfile = ${own.log}
`;
}
