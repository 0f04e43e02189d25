import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `work` while holding a lock with this name. The lock is a listening socket, because the system
 * releases it when its holder dies; a lock file would remain.
 */
export async function withLock(name, work, onWait = () => {}) {
  const address = addressOf(name);
  let server = await listen(address);
  if (!server) onWait();
  while (!server) {
    await holderEnds(address);
    server = await listen(address);
  }
  try {
    return await work();
  } finally {
    await release(server);
  }
}

function addressOf(name) {
  const id = `zavet-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`;
  return join(tmpdir(), `${id}.sock`);
}

async function listen(address) {
  const waiters = new Set();
  const server = createServer((waiter) => {
    waiters.add(waiter);
    waiter.on('error', () => {});
    waiter.on('close', () => waiters.delete(waiter));
  });
  server.waiters = waiters;
  server.listen(address);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

/** Waits on a connection to the holder, which closes when the holder ends. */
async function holderEnds(address) {
  const socket = connect(address);
  const error = await new Promise((resolve) => {
    socket.on('error', resolve);
    socket.on('close', () => resolve(undefined));
    socket.resume();
  });
  socket.destroy();
  const isLeftBehind = error?.code === 'ECONNREFUSED' && address.startsWith(tmpdir());
  if (isLeftBehind) await unlink(address).catch(() => {});
}

async function release(server) {
  for (const waiter of server.waiters) waiter.destroy();
  server.close();
  await once(server, 'close');
}
