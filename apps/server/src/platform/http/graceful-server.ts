import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningServer {
  readonly port: number;
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
  const stop = stoppable(server, graceMs);
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
export function stoppable(server: Server, graceMs = 10_000): () => Promise<void> {
  const open = trackOpenResponses(server);
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stopGracefully(server, open, graceMs);
    return stopped;
  };
}

function trackOpenResponses(server: Server): Set<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.on('request', (_, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (!server.listening) closeAfter(response);
  });
  return open;
}

function stopGracefully(server: Server, open: Set<ServerResponse>, graceMs: number) {
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
