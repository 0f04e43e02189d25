import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import { lingerAfterEarlyAnswers, listenGracefully } from './graceful-server.ts';

const servers: ReturnType<typeof createServer>[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const megabyte = Buffer.alloc(1_000_000);

it('delivers a response sent before the end of a large body', async () => {
  const { port } = await refusingServer();
  const sent = upload(port);
  const answered = once(sent, 'response');
  for (let count = 0; count < 20; count++) sent.write(megabyte);
  const [response] = (await answered) as [IncomingMessage];
  expect([response.statusCode, await readText(response)]).toEqual([413, 'too large']);
  sent.destroy();
});

it('limits the wait for the rest of a body', async () => {
  const { port, connection } = await refusingServer(50);
  // A client that neither continues nor disconnects.
  const line = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  line.on('error', () => {}).write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf');
  const [socket] = await connection;
  await new Promise((resolve) => socket.once('close', resolve));
  expect(socket.destroyed).toBe(true);
  expect(line.destroyed).toBe(false);
  line.destroy();
});

it('keeps connections whose body was received completely', async () => {
  const server = await listening(
    createServer((incoming, response) => {
      incoming
        .resume()
        .once('end', () => response.setHeader('connection', 'close').end('received'));
    }),
  );
  const { port } = server.address() as AddressInfo;
  const connection = once(server, 'connection') as Promise<[Socket]>;
  const sent = request({ port, host: '127.0.0.1', method: 'POST' });
  const answered = once(sent, 'response');
  sent.end('all of it');
  const [response] = (await answered) as [IncomingMessage];
  expect(await readText(response)).toBe('received');
  const [socket] = await connection;
  if (!socket.destroyed) await once(socket, 'close');
});

describe('stopping the server', () => {
  it('finishes slow requests while refusing new connections', async () => {
    const { send, server, arrived, release } = await startTestServer();
    const slow = send('GET', '/api/wait');
    await arrived;
    const stopped = server.stop();
    await expect(send('GET', '/api/things/1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    release();
    const answer = await slow;
    expect([answer.status, answer.json()]).toEqual([200, { is_done: true }]);
    expect(answer.headers.connection).toBe('close');
    await stopped;
  });

  it('keeps answering while draining, and closes each connection', async () => {
    const answering = createServer((_, response) => response.end('fine'));
    const server = await listenGracefully(answering, {
      port: 0,
      hostname: '127.0.0.1',
      drainMs: 500,
    });
    const agent = new Agent({ keepAlive: true });
    const ask = async () => {
      const request = get({ port: server.port, host: '127.0.0.1', agent });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      return [response.statusCode, response.headers.connection, request.reusedSocket];
    };
    expect(await ask()).toEqual([200, 'keep-alive', false]);
    const stopped = server.stop();
    expect(await ask()).toEqual([200, 'close', true]);
    expect(await ask()).toEqual([200, 'close', false]);
    await stopped;
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    agent.destroy();
  });

  it('does not wait for idle connections', async () => {
    const { server } = await startTestServer();
    const agent = new Agent({ keepAlive: true });
    const request = get({ port: server.port, host: '127.0.0.1', path: '/api/things/1', agent });
    const [response] = await once(request, 'response');
    response.resume();
    await once(response, 'end');
    expect(response.headers.connection).toBe('keep-alive');
    await server.stop();
    agent.destroy();
  });

  it('ends within the grace period even if a request hangs', async () => {
    const never = createServer(() => {});
    const server = await listenGracefully(never, { port: 0, hostname: '127.0.0.1', graceMs: 20 });
    const request = get({ port: server.port, host: '127.0.0.1' });
    const failed = once(request, 'error');
    await once(never, 'request');
    await server.stop();
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('is idempotent', async () => {
    const { server } = await startTestServer();
    await expect(Promise.all([server.stop(), server.stop()])).resolves.toHaveLength(2);
  });

  it('is not required after a failed start on a used port', async () => {
    const { server } = await startTestServer();
    const second = listenGracefully(createServer(), { port: server.port, hostname: '127.0.0.1' });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await server.stop();
  });
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
