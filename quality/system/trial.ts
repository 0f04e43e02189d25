import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';

export type Print = (line: string) => void;

export function verify(claim: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`not true: ${claim}`);
}

/** Polls until the result is truthy, and returns the result. */
export async function waitFor<T>(
  claim: string,
  find: () => T | Promise<T>,
  { seconds = 120, pauseMs = 200 } = {},
): Promise<NonNullable<T>> {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const found = await find();
    if (found) return found;
    await pause(pauseMs);
  }
  throw new Error(`not true after ${seconds} s: ${claim}`);
}

/** Repeats refused calls, because a server responds before its job queue is open. */
export async function retryRefused<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 30 || !(error instanceof ApiError)) throw error;
      await pause(1_000);
    }
  }
}

export function secondsSince(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(1);
}

/** A currently unused port on loopback. */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** True if the port is unused on every address of this machine. */
export function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}

/** Resolves when a program listens on the port. */
export async function waitForListener(port: number, seconds = 20): Promise<void> {
  await waitFor(`a program listens on port ${port}`, () => acceptsConnections(port), {
    seconds,
    pauseMs: 50,
  });
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
