import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Does nothing, as hard as it can, for as long as there is somebody to do it for. */
const busy = 'const parent = process.ppid; while (process.ppid === parent);';

/** Keeps every core busy while the work is done. */
export async function withBusyCores(work) {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', busy], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const loop of loops) {
      const ended = once(loop, 'exit');
      loop.kill('SIGKILL');
      await ended;
    }
  }
}
