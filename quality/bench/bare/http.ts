import { createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Listens on a free port, prints the address, and stops on SIGTERM. */
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
  // The timeout of the product, so that no call hits a closing connection.
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

/** Writes to a temporary file, renames it and syncs it to disk, as the product stores files. */
export async function writeDurably(
  bytes: IncomingMessage,
  folder: string,
  path: string,
): Promise<void> {
  const target = join(folder, path);
  const temporary = join(folder, 'temporary', path.replaceAll('/', '-'));
  await mkdir(dirname(temporary), { recursive: true });
  await mkdir(dirname(target), { recursive: true });
  await pipeline(bytes, createWriteStream(temporary, { flags: 'wx', flush: true }));
  await rename(temporary, target);
  const parent = await open(dirname(target), 'r');
  await parent.sync();
  await parent.close();
}
