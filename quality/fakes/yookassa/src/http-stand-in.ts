import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Incoming {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  text: string;
}

export type Reply =
  | { kind: 'json'; status: number; body: unknown }
  | { kind: 'text'; status: number; type: string; text: string }
  | { kind: 'redirect'; location: string }
  /** Closes the connection. */
  | { kind: 'cut' }
  /** Keeps the caller waiting until its timeout. */
  | { kind: 'hold' };

export interface HttpStandIn {
  port: number;
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const maxBodyLength = 1024 * 1024;

export async function serveHttp(
  port: number,
  handle: (incoming: Incoming) => Promise<Reply> | Reply,
): Promise<HttpStandIn> {
  const server = createServer((request, response) => {
    read(request)
      .then(handle)
      .then((reply) => send(reply, response))
      // An error of the fake must not look like a response of the provider.
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function read(request: IncomingMessage): Promise<Incoming> {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`);
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > maxBodyLength) throw new Error('the body is too long');
  }
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    text,
  };
}

function send(reply: Reply, response: ServerResponse): void {
  switch (reply.kind) {
    case 'json':
      response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(reply.body));
      return;
    case 'text':
      response.writeHead(reply.status, { 'content-type': reply.type });
      response.end(reply.text);
      return;
    case 'redirect':
      response.writeHead(303, { location: reply.location });
      response.end();
      return;
    case 'cut':
      response.destroy();
      return;
    case 'hold':
      return;
  }
}
