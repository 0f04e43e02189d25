import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises';

export interface RunningServer {
  readonly port: number;
  /**
   * Keeps answering for `drainMs` and closes each connection after its response; then refuses new
   * connections and waits for requests in flight.
   */
  stop(): Promise<void>;
}

export interface ListenOptions {
  port: number;
  hostname?: string | undefined;
  /** Gives proxies time to notice that the server stops. */
  drainMs?: number;
  /** Time for requests in flight after draining. */
  graceMs?: number;
}

/** Enough for a slow download, but less than process managers wait before SIGKILL. */
const defaultGraceMs = 60_000;

export async function listenGracefully(
  server: Server,
  { port, hostname, drainMs, graceMs }: ListenOptions,
): Promise<RunningServer> {
  const stop = createStop(server, { drainMs, graceMs });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: hostname }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, stop };
}

/** Returns a function that stops the server. Must be called before the server listens. */
function createStop(
  server: Server,
  { drainMs = 0, graceMs = defaultGraceMs }: Pick<ListenOptions, 'drainMs' | 'graceMs'> = {},
): () => Promise<void> {
  let isStopping = false;
  const openResponses = trackOpenResponses(server, () => isStopping);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    isStopping = true;
    for (const response of openResponses) closeAfter(response);
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

/** A tick of the event loop shorter than this did nothing but accept connections. */
const quietTickMs = 0.3;
const maxTicks = 2_000;

/**
 * Closing the listener resets connections that the kernel has accepted but Node has not, and a
 * proxy must not retry their requests. So the listener is closed right after a tick that accepted
 * all of them.
 */
async function waitForQuietTick(): Promise<void> {
  for (let tick = 0; tick < maxTicks; tick++) {
    const startedAt = performance.now();
    await nextTick();
    if (performance.now() - startedAt < quietTickMs) return;
  }
}

function trackOpenResponses(server: Server, isStopping: () => boolean): Set<ServerResponse> {
  const openResponses = new Set<ServerResponse>();
  // Registered before other listeners, which may respond immediately.
  server.prependListener('request', (_, response) => {
    openResponses.add(response);
    response.once('close', () => openResponses.delete(response));
    if (isStopping()) closeAfter(response);
  });
  return openResponses;
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

/** A kept-alive connection would delay the shutdown. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else response.once('finish', () => response.req.socket.end());
}

/** Long enough for the response to arrive. Bytes received meanwhile are discarded. */
const defaultLingerMs = 5_000;

/**
 * Lets clients read a response that was sent before their whole body was received. Closing a
 * connection with unread bytes resets it, and the response is lost.
 */
export function lingerAfterEarlyAnswers(server: Server, lingerMs = defaultLingerMs): void {
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    // Runs before Node's own listener, which closes the connection.
    response.prependOnceListener('finish', () => {
      if (!request.complete) socket.destroySoon = () => linger(request, socket, lingerMs);
    });
  });
}

function linger(request: IncomingMessage, socket: Socket, lingerMs: number): void {
  // Ends only the outgoing direction.
  socket.end();
  request.resume();
  const end = () => socket.destroy();
  const deadline = setTimeout(end, lingerMs);
  socket.once('close', () => clearTimeout(deadline));
  request.once('close', end);
}
