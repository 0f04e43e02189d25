import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, installDebianChromium } from '../setup/chromium.mjs';
import { installNode } from '../setup/install.mjs';
import { projectEnvironment } from '../setup/project.mjs';

const memoryFolder = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Installs what the chosen steps need and calls `work` with `{ node, env, reports }`: the project's
 * Node, the environment of its commands, and a folder for reports.
 */
export function withPrepared(chosen, work) {
  const needsBrowser = chosen.some(({ usesBrowser }) => usesBrowser);
  return withScratchFolder(async (scratch) => {
    const [node] = await Promise.all([installNode(), needsBrowser && installDebianChromium()]);
    const browser = needsBrowser ? { CHROMIUM_PATH: await chromium(node) } : {};
    const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
    const env = projectEnvironment({ ...colours, ...browser, TMPDIR: scratch });
    // Test runners set NODE_ENV themselves.
    delete env.NODE_ENV;
    return work({ node, env, reports: scratch });
  });
}

/**
 * Runs `work` with a temporary folder, in memory if there is room, so that test databases do not
 * wait for a disk.
 */
async function withScratchFolder(work) {
  const parent = (await hasRoom(memoryFolder)) ? memoryFolder : tmpdir();
  const folder = await mkdtemp(join(parent, 'zavet-test-'));
  try {
    // PostgreSQL refuses to run as root, so its own user must be able to enter the folder.
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
