import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Does the work with a throwaway folder: in memory where there is room, since databases that live
 * for one test should not wait for a disk.
 */
export async function withScratchFolder(work) {
  const parent = (await hasRoom(inMemory)) ? inMemory : tmpdir();
  const folder = await mkdtemp(join(parent, 'zavet-test-'));
  try {
    // PostgreSQL refuses to run as root: its own user has to get through.
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
