import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A port of this machine that nobody uses at the moment. */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Whether nobody listens on the port, on any address of this machine. */
export function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}

/** Resolves when somebody listens on the port. */
export async function listening(port: number, seconds = 20): Promise<void> {
  for (let tries = 0; tries < seconds * 20; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await pause(50);
  }
  throw new Error(`nobody listens on port ${port}`);
}

export function must(what: string, holds: boolean): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}
