import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Longer than an answer takes to the caller; what comes meanwhile is thrown away. */
const usualLingerMs = 5_000;

export interface RunningServer {
  readonly port: number;
  /**
   * Goes on answering for `drainMs`, each time as the last answer of its connection; then refuses
   * new connections, lets requests in flight finish, and resolves.
   */
  stop(): Promise<void>;
}

export interface ListenOptions {
  port: number;
  hostname?: string | undefined;
  /** How long it goes on answering after `stop`, so that proxies turn to another server. */
  drainMs?: number;
  /** How long requests in flight may take after that. */
  graceMs?: number;
}

/** Long enough for a file over a slow line, and shorter than what starts us waits before it kills. */
const usualGraceMs = 60_000;

/** Listens with a server that can be stopped without cutting off an answer. */
export async function listenGracefully(
  server: Server,
  { port, hostname, drainMs, graceMs }: ListenOptions,
): Promise<RunningServer> {
  const stop = stoppable(server, { drainMs, graceMs });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: hostname }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, stop };
}

/** How a server is stopped without cutting off an answer; asked for before it listens. */
function stoppable(
  server: Server,
  { drainMs = 0, graceMs = usualGraceMs }: Pick<ListenOptions, 'drainMs' | 'graceMs'> = {},
): () => Promise<void> {
  let isStopping = false;
  const open = trackOpenResponses(server, () => isStopping);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    isStopping = true;
    for (const response of open) closeAfter(response);
    if (drainMs > 0) {
      await pause(drainMs);
      await waitForQuietTick();
    }
    await closeGracefully(server, graceMs);
  };
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

/** A turn this short has done nothing but take connections. */
const quietMs = 0.3;

const mostTurns = 2_000;

/**
 * Those that the system has taken and we have not are cut off when we stop to listen, and a proxy must
 * not repeat what it sent there. So it is done right after a turn that has taken all there were.
 */
async function waitForQuietTick(): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const startedAt = performance.now();
    await nextTurn();
    if (performance.now() - startedAt < quietMs) return;
  }
}

function trackOpenResponses(server: Server, isStopping: () => boolean): Set<ServerResponse> {
  const open = new Set<ServerResponse>();
  // First of all: an answer may be given at once.
  server.prependListener('request', (_, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (isStopping()) closeAfter(response);
  });
  return open;
}

function closeGracefully(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Otherwise the client would keep the connection, and it would keep the server. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else response.once('finish', () => response.req.socket.end());
}

/**
 * Lets callers read an answer that came before all of their body was taken. A connection that is
 * closed with something unread is reset, and the answer is lost on the way: a proxy makes its own
 * of it, a browser none.
 */
export function lingerAfterEarlyAnswers(server: Server, lingerMs = usualLingerMs): void {
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    // Before Node's own listener, which closes the connection.
    response.prependOnceListener('finish', () => {
      if (!request.complete) socket.destroySoon = () => linger(request, socket, lingerMs);
    });
  });
}

function linger(request: IncomingMessage, socket: Socket, lingerMs: number): void {
  // The answer arrives, with its end; the other direction stays open.
  socket.end();
  request.resume();
  const end = () => socket.destroy();
  const deadline = setTimeout(end, lingerMs);
  socket.once('close', () => clearTimeout(deadline));
  request.once('close', end);
}
