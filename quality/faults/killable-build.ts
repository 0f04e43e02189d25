import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface KillableBuild {
  folder: string;
  release(): void;
}

const server = fileURLToPath(new URL('../../apps/server', import.meta.url));
const entries = ['killable-serve', 'killable-worker'];
let users = 0;
let building: Promise<string> | undefined;

/**
 * The entries that can be killed, built as the server is: read from the sources, each life would take
 * four times as long to start. Shared by all stacks of the process.
 */
export async function buildKillables(): Promise<KillableBuild> {
  users += 1;
  building ??= build();
  const folder = await building;
  return {
    folder,
    release: () => {
      users -= 1;
      if (users > 0) return;
      building = undefined;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As deep below the server as its own builds: migrations are found from there. */
async function build(): Promise<string> {
  const cache = join(server, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'killable-'));
  const more = entries.map((name) => `${name}=../../quality/faults/${name}.ts`);
  const child = spawn(process.execPath, ['build.mjs', folder, ...more], {
    cwd: server,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The killable processes could not be built: ${code}.`);
  return folder;
}
