import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, installDebianChromium } from '../setup/chromium.mjs';
import { installedNode } from '../setup/install.mjs';
import { projectEnvironment } from '../setup/project.mjs';

const memoryFolder = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Installs the needs of the chosen steps and calls `work` with `{ node, env, reports }`: the project's
 * Node, the environment of its commands, and a folder for reports.
 */
export function withPrepared(chosen, work) {
  const needsBrowser = chosen.some(({ usesBrowser }) => usesBrowser);
  return withScratchFolder(async (scratch) => {
    const [node] = await Promise.all([installedNode(), needsBrowser && installDebianChromium()]);
    const browser = needsBrowser ? { CHROMIUM_PATH: await chromium(node) } : {};
    const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
    const env = projectEnvironment({ ...colours, ...browser, TMPDIR: scratch });
    // The tests set it themselves.
    delete env.NODE_ENV;
    return work({ node, env, reports: scratch });
  });
}

/** A temporary folder, in memory where there is room: test databases should not wait for a disk. */
async function withScratchFolder(work) {
  const parent = (await hasRoom(memoryFolder)) ? memoryFolder : tmpdir();
  const folder = await mkdtemp(join(parent, 'zavet-test-'));
  try {
    // PostgreSQL refuses to run as root: its own user must be able to enter.
    await chmod(folder, 0o711);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function hasRoom(folder) {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= neededBytes;
}
