import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterProcess, waitFor } from './cluster-process.ts';
import { isRunning, signalAll, withDescendants } from './process-tree.ts';
import { shippedFile, type Words } from './shipped-files.ts';

/** One of the machines: etcd lives on, Patroni and PostgreSQL are what breaks. */
export interface PatroniNode {
  name: string;
  /** Where Patroni answers. */
  url: string;
  start(): void;
  /** As a machine that loses its power. */
  kill(): Promise<void>;
  /** PostgreSQL alone dies. */
  killPostgres(): void;
  /** Patroni alone dies, and leaves a PostgreSQL behind that nobody looks after. */
  killPatroni(): Promise<void>;
  /** As a machine whose processor is taken away for a while. */
  freeze(): void;
  thaw(): void;
  /** What Patroni and PostgreSQL said last. */
  logEnd(): string;
}

const program = '/usr/bin/patroni';

export function patroniNode(
  folder: string,
  place: number,
  network: string,
  words: Words,
): PatroniNode {
  const name = `db${place}`;
  const at = (...names: string[]) => join(folder, name, ...names);
  mkdirSync(at('sockets'), { recursive: true });
  const settings = shippedFile('patroni.yml', place, {
    ...words,
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
      await waitFor('the end of a machine', () => !dying.some(isRunning));
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
