import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './loopback.ts';

/** Debian's Prometheus, taken out of its package: nothing is installed, and no service begins. */
export interface PrometheusPackage {
  folder: string;
  version: string;
  /** Ends with what `promtool` said; throws with it where it is not content. */
  promtool(args: string[], input?: string): string;
  /** Starts it with a configuration of ours; gives where its own API is. */
  start(configuration: string): Promise<string>;
  remove(): Promise<void>;
}

export function unpackPrometheus(): PrometheusPackage {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-prometheus-'));
  const quietly = { cwd: folder, stdio: 'ignore' } as const;
  try {
    execFileSync('apt-get', ['download', 'prometheus'], quietly);
  } catch {
    execFileSync('apt-get', ['update'], quietly);
    execFileSync('apt-get', ['download', 'prometheus'], quietly);
  }
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', file, '.'], quietly);
  const program = (name: string) => join(folder, 'usr', 'bin', name);
  let running: ChildProcess | undefined;
  return {
    folder,
    version: decodeURIComponent(file.split('_')[1] ?? ''),
    promtool: (args, input) => {
      const { status, stdout, stderr } = spawnSync(program('promtool'), args, {
        encoding: 'utf8',
        ...(input !== undefined && { input }),
      });
      const said = `${stdout}${stderr}`.trim();
      if (status !== 0) throw new Error(`promtool ${args[0]} ${args[1]}: ${said.slice(0, 2_000)}`);
      return said;
    },
    start: async (configuration) => {
      const url = `127.0.0.1:${await freePort()}`;
      const options = [
        `--config.file=${configuration}`,
        `--storage.tsdb.path=${join(folder, 'figures')}`,
        `--web.listen-address=${url}`,
      ];
      running = spawn(program('prometheus'), options, { stdio: 'ignore' });
      return `http://${url}`;
    },
    remove: async () => {
      if (running && running.exitCode === null) {
        const ended = once(running, 'exit');
        running.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Asks until it is so. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 120; tries += 1) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await pause(500);
  }
  throw new Error(`${what} did not happen within a minute`);
}
