import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };

/**
 * Three PostgreSQL under Patroni, broken again and again under load. What is counted afterwards is the
 * business of the fault matrix, which knows the product from inside.
 */
export async function failover(say: (line: string) => void, options: string[]): Promise<void> {
  const entry = 'quality/faults/failover/run.ts';
  const sources = '--import=./apps/server/load-sources.mjs';
  const child = spawn(process.execPath, [...runOptions.flags, sources, entry, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  createInterface({ input: child.stdout }).on('line', say);
  const [code] = await ended;
  if (code !== 0) throw new Error('something was violated, see above');
}
