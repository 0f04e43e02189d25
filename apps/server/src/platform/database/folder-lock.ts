import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Another process already works on the folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`The folder ${folder} is in use by another Zavet process; stop that one first.`);
    this.name = 'FolderInUse';
  }
}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process alone. The lock is a listening socket, which the
 * kernel frees even when the process is killed; a lock file would stay behind.
 */
export function lockFolder(folder: string): Promise<FolderLock> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new FolderInUse(folder) : error);
    });
    server.listen({ path: socketName(realpathSync(folder)), exclusive: true }, () => {
      server.unref();
      resolve({ release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}

function socketName(folder: string): string {
  const digest = createHash('sha256').update(folder).digest('hex');
  // Abstract sockets exist on Linux only; elsewhere the socket lies inside the folder.
  return process.platform === 'linux' ? `\0zavet-${digest}` : join(folder, '.lock');
}
