import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Another process uses the folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`The folder ${folder} is in use by another Zavet process; stop that one first.`);
    this.name = 'FolderInUse';
  }
}

export interface FolderLock {
  release(): Promise<void>;
}

/** Locks a folder for this process. Unlike a lock file, the kernel frees it if the process dies. */
export function lockFolder(folder: string): Promise<FolderLock> {
  return process.platform === 'linux' ? lockBySocket(folder) : lockByFile(folder);
}

/** Uses an abstract socket, which only Linux has. */
function lockBySocket(folder: string): Promise<FolderLock> {
  const server = createServer((socket) => socket.destroy());
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex');
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new FolderInUse(folder) : error);
    });
    server.listen({ path: `\0zavet-${digest}`, exclusive: true }, () => {
      server.unref();
      resolve({ release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}

/** `O_EXLOCK` of macOS and BSD, for which Node has no constant. */
const exclusiveLock = 0x20;

async function lockByFile(folder: string): Promise<FolderLock> {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  try {
    const flags = O_RDWR | O_CREAT | O_NONBLOCK | exclusiveLock;
    const file = openSync(join(folder, '.lock'), flags, 0o600);
    return { release: async () => closeSync(file) };
  } catch (error) {
    const isLocked = (error as NodeJS.ErrnoException).code === 'EAGAIN';
    throw isLocked ? new FolderInUse(folder) : error;
  }
}
