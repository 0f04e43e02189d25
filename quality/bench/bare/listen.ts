import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port, says where, and stops when it is told to. */
export function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  close: () => Promise<void>,
): void {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      process.stderr.write(`${error.stack}\n`);
      response.destroy();
    });
  });
  // As long as the product's: a caller must never meet a closing connection.
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`http://localhost:${port}\n`);
  });
  process.once('SIGTERM', () => {
    server.closeAllConnections();
    server.close(() => close());
  });
}

export function answerJson(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
