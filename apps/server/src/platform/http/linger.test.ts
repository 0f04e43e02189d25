import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { lingerAfterEarlyAnswers } from './linger.ts';

const servers: ReturnType<typeof createServer>[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const megabyte = Buffer.alloc(1_000_000);

it('lets a caller read an answer that came before the end of a large body', async () => {
  const { port } = await refusingServer();
  const sent = upload(port);
  const answered = once(sent, 'response');
  for (let count = 0; count < 20; count++) sent.write(megabyte);
  const [response] = (await answered) as [IncomingMessage];
  expect([response.statusCode, await readText(response)]).toEqual([413, 'too large']);
  sent.destroy();
});

it('waits only so long for the rest of a body', async () => {
  const { port, connection } = await refusingServer(50);
  // A caller that neither sends the rest nor leaves.
  const line = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  line.on('error', () => {}).write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf');
  const [socket] = await connection;
  await new Promise((resolve) => socket.once('close', resolve));
  expect(socket.destroyed).toBe(true);
  expect(line.destroyed).toBe(false);
  line.destroy();
});

it('leaves connections alone whose body was taken whole', async () => {
  const server = await listening(
    createServer((incoming, response) => {
      incoming.resume().once('end', () => response.setHeader('connection', 'close').end('taken'));
    }),
  );
  const { port } = server.address() as AddressInfo;
  const connection = once(server, 'connection') as Promise<[Socket]>;
  const sent = request({ port, host: '127.0.0.1', method: 'POST' });
  const answered = once(sent, 'response');
  sent.end('all of it');
  const [response] = (await answered) as [IncomingMessage];
  expect(await readText(response)).toBe('taken');
  const [socket] = await connection;
  if (!socket.destroyed) await once(socket, 'close');
});

async function refusingServer(lingerMs?: number) {
  const server = await listening(
    createServer((_, response) => {
      response.writeHead(413, { connection: 'close' }).end('too large');
    }),
    lingerMs,
  );
  const connection = once(server, 'connection') as Promise<[Socket]>;
  return { port: (server.address() as AddressInfo).port, connection };
}

async function listening(server: ReturnType<typeof createServer>, lingerMs?: number) {
  lingerAfterEarlyAnswers(server, lingerMs);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function upload(port: number) {
  return request({
    ...{ port, host: '127.0.0.1', method: 'POST' },
    headers: { 'content-length': 100 * megabyte.length },
  });
}
