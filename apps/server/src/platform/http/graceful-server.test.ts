import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
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

describe('draining the server', () => {
  it('goes on answering, and asks everybody to come back over another connection', async () => {
    const { send, server, arrived, release } = await startTestServer();
    const keepAlive = { headers: { connection: 'keep-alive' } };
    expect((await send('GET', '/api/things/1', keepAlive)).headers.connection).toBe('keep-alive');
    const slow = send('GET', '/api/wait', keepAlive);
    await arrived;
    server.drain();
    const next = await send('GET', '/api/things/1', keepAlive);
    expect([next.status, next.headers.connection]).toEqual([200, 'close']);
    release();
    const { status, headers } = await slow;
    expect([status, headers.connection]).toEqual([200, 'close']);
    await server.stop();
  });
});
