import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import { listenGracefully } from './graceful-server.ts';

describe('stopping the server', () => {
  it('lets a slow request finish while new connections are refused', async () => {
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

  it('goes on answering while proxies turn away, each time as the last answer of a connection', async () => {
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

  it('does not wait for connections that are kept open without a request', async () => {
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

  it('ends within its grace even if a request never does', async () => {
    const never = createServer(() => {});
    const server = await listenGracefully(never, { port: 0, hostname: '127.0.0.1', graceMs: 20 });
    const request = get({ port: server.port, host: '127.0.0.1' });
    const failed = once(request, 'error');
    await once(never, 'request');
    await server.stop();
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('can be asked for twice', async () => {
    const { server } = await startTestServer();
    await expect(Promise.all([server.stop(), server.stop()])).resolves.toHaveLength(2);
  });

  it('is not needed when the port was taken: starting says so', async () => {
    const { server } = await startTestServer();
    const second = listenGracefully(createServer(), { port: server.port, hostname: '127.0.0.1' });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await server.stop();
  });
});
