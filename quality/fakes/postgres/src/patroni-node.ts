import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clusterProcess, isRunning, signalAll, waitFor, withDescendants } from './processes.ts';

/** One machine with Patroni and PostgreSQL; etcd is never broken. */
export interface PatroniNode {
  name: string;
  /** Patroni's REST API. */
  url: string;
  start(): void;
  /** Like a power loss. */
  kill(): Promise<void>;
  /** Kills PostgreSQL only. */
  killPostgres(): void;
  /** Kills Patroni only and leaves an unsupervised PostgreSQL behind. */
  killPatroni(): Promise<void>;
  /** Like a suspended machine. */
  freeze(): void;
  thaw(): void;
  /** The end of the log of Patroni and PostgreSQL. */
  logEnd(): string;
}

const program = '/usr/bin/patroni';

export function patroniNode(
  folder: string,
  place: number,
  network: string,
  replacements: Replacements,
): PatroniNode {
  const name = `db${place}`;
  const at = (...names: string[]) => join(folder, name, ...names);
  mkdirSync(at('sockets'), { recursive: true });
  const settings = shippedFile('patroni.yml', place, {
    ...replacements,
    '/var/lib/postgresql/15/zavet': at('data'),
    '/var/run/postgresql': at('sockets'),
  });
  writeFileSync(at('patroni.yml'), settings, { mode: 0o644 });
  const patroni = clusterProcess({
    program,
    args: [at('patroni.yml')],
    env: { LANG: 'C.UTF-8', HOME: at() },
    logFile: at('patroni.log'),
  });
  let frozen: number[] = [];
  const postmaster = () => {
    try {
      return Number(readFileSync(at('data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  };
  const postgres = () => (isRunning(postmaster()) ? withDescendants(postmaster()) : []);

  return {
    name,
    url: `http://${network}1${place}:8008`,
    start: patroni.start,
    kill: async () => {
      const dying = [...withDescendants(patroni.pid()), ...postgres()];
      signalAll(dying, 'SIGKILL');
      await patroni.end('SIGKILL');
      await waitFor('a machine to end', () => !dying.some(isRunning));
    },
    killPostgres: () => signalAll(postgres(), 'SIGKILL'),
    killPatroni: () => patroni.end('SIGKILL'),
    freeze: () => {
      frozen = [...withDescendants(patroni.pid()), ...postgres()];
      signalAll(frozen, 'SIGSTOP');
    },
    thaw: () => signalAll(frozen.splice(0), 'SIGCONT'),
    logEnd: () => readFileSync(at('patroni.log'), 'utf8').slice(-2_000),
  };
}

const folder = new URL('../../../../packaging/failover/', import.meta.url);

/** Replacements in a file; each key must occur in it. */
export type Replacements = Record<string, string>;

/** A file of packaging/failover for machine `place` (1, 2, 3), with other addresses and folders. */
export function shippedFile(name: string, place: number, replacements: Replacements): string {
  const text = readFileSync(fileURLToPath(new URL(name, folder)), 'utf8');
  const own = text
    .split('\n')
    .map((line) => (line.includes('10.0.0.12') ? line : asMachine(line, place)))
    .join('\n');
  return Object.entries(replacements).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${name} no longer contains ${from}`);
    return changed.replaceAll(from, to);
  }, own);
}

/** The changes that the comment at the head of the files describes. */
function asMachine(line: string, place: number): string {
  if (line.startsWith('#')) return line;
  return line.replaceAll('10.0.0.11', `10.0.0.1${place}`).replaceAll(/\bdb1\b/g, `db${place}`);
}
