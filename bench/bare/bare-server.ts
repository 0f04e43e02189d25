import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answers } from './bare-answers.ts';
import { openBareDatabase } from './bare-database.ts';
import { download, upload } from './bare-files.ts';

/**
 * The least that could do the job: `node:http`, one statement per call that also looks at the
 * session, no encryption, no validation, no limits. It believes every cookie: never let it near anyone.
 */
const database = await openBareDatabase();

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
  server.close(() => database.close());
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', headers } = request;
  const [id = ''] = /[0-9a-f-]{36}/.exec(url) ?? [];
  const [, session = ''] = /zavet_access=([^~]+)/.exec(headers.cookie ?? '') ?? [];
  const what = `${method} ${id ? url.replace(id, '{id}') : url}`;
  const call = { database, session, id, request };
  if (what === 'GET /api/files/{id}/content') return download(call, response);
  const work = what === 'POST /api/instructions/{id}/files' ? upload : answers[what];
  if (!work) throw new Error(`nothing at ${what}`);
  const text = JSON.stringify(await work(call));
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
