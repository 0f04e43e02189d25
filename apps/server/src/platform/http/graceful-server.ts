import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningServer {
  readonly port: number;
  /** Goes on answering, and asks everybody to come back over another connection. */
  drain(): void;
  /** Refuses new connections, lets requests in flight finish, then resolves. */
  stop(): Promise<void>;
}

export interface ListenOptions {
  port: number;
  hostname?: string | undefined;
  /** How long requests in flight may take after `stop`. */
  graceMs?: number;
}

/** Listens with a server that can be stopped without cutting off an answer. */
export async function listenGracefully(
  server: Server,
  { port, hostname, graceMs }: ListenOptions,
): Promise<RunningServer> {
  const open = trackOpenResponses(server);
  const stop = once(() => stopGracefully(server, open.responses, graceMs));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: hostname }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, drain: open.drain, stop };
}

/** How a server is stopped without cutting off an answer; asked for before it listens. */
export function stoppable(server: Server, graceMs?: number): () => Promise<void> {
  const { responses } = trackOpenResponses(server);
  return once(() => stopGracefully(server, responses, graceMs));
}

function once(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

function trackOpenResponses(server: Server) {
  const responses = new Set<ServerResponse>();
  let isDraining = false;
  server.on('request', (_, response) => {
    responses.add(response);
    response.once('close', () => responses.delete(response));
    if (isDraining || !server.listening) closeAfter(response);
  });
  return {
    responses,
    drain: () => {
      isDraining = true;
      for (const response of responses) closeAfter(response);
    },
  };
}

function stopGracefully(server: Server, open: Set<ServerResponse>, graceMs = 10_000) {
  return new Promise<void>((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    for (const response of open) closeAfter(response);
    server.closeIdleConnections();
  });
}

/** Otherwise the client would keep the connection, and it would keep the server. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else response.once('finish', () => response.req.socket.end());
}
