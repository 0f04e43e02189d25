import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import { isLoopback, isOwnHost } from './origin-checks.ts';

describe('isLoopback', () => {
  it.each([
    '127.0.0.1',
    '127.8.9.10',
    '::1',
    '[::1]',
    'localhost',
    'LOCALHOST',
    '::ffff:127.0.0.1',
  ])('accepts %s', (host) => expect(isLoopback(host)).toBe(true));

  it.each(['0.0.0.0', '::', '192.168.1.2', '10.0.0.1', 'zavet.example', 'localhost.example', ''])(
    'rejects «%s»',
    (host) => expect(isLoopback(host)).toBe(false),
  );
});

describe('isOwnHost', () => {
  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'zavet.test', 'Zavet.Test:8080'])(
    'accepts %s',
    (host) => expect(isOwnHost(host, 'http://zavet.test')).toBe(true),
  );

  it.each([
    undefined,
    '',
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'zavet.test.evil.example',
    'evil.example@localhost',
    'localhost/evil.example',
    '0.0.0.0:3000',
  ])('rejects «%s»', (host) => expect(isOwnHost(host, 'http://zavet.test')).toBe(false));
});

let running: Awaited<ReturnType<typeof startTestServer>> | undefined;

const start = async (...args: Parameters<typeof startTestServer>) => {
  running = await startTestServer(...args);
  return running;
};

afterEach(() => running?.server.stop());

const greet = (server: Awaited<ReturnType<typeof start>>, headers: Record<string, string>) =>
  server.send('POST', '/api/greetings', { json: { name: 'Anna' }, headers });

describe('a write', () => {
  it('is accepted from the own origin and from other clients than browsers', async () => {
    const server = await start();
    const own: Record<string, string>[] = [
      {},
      { origin: 'http://zavet.test' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of own) {
      expect((await greet(server, headers)).status, JSON.stringify(headers)).toBe(200);
    }
  });

  it('is refused from other origins', async () => {
    const server = await start();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'http://zavet.test.evil.test' },
      { origin: 'https://zavet.test' },
      { origin: 'http://zavet.test:8080' },
      { origin: 'http://evil.test', host: 'evil.test', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const answer = await greet(server, headers);
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(answer.json().error.code).toBe('cross_origin_refused');
    }
  });

  it('is refused for all writing methods, before routing', async () => {
    const { send } = await start();
    const headers = { origin: 'https://evil.test' };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await send(method, '/api/unknown', { headers })).status).toBe(403);
    }
  });

  it('is accepted from configured extra origins', async () => {
    const server = await start({ extraOrigins: ['http://localhost:5173'] });
    expect((await greet(server, { origin: 'http://localhost:5173' })).status).toBe(200);
    expect((await greet(server, { origin: 'http://localhost:5174' })).status).toBe(403);
  });
});

describe('a read from another origin', () => {
  it('gets no CORS headers', async () => {
    const { send } = await start();
    const answer = await send('GET', '/api/things/1', { headers: { origin: 'https://evil.test' } });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});
