import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import type { HttpOptions } from './http-server.ts';
import type { RateLimiter } from './rate-limiter.ts';

let running: Awaited<ReturnType<typeof startTestServer>> | undefined;
const start = async (overrides?: Partial<HttpOptions>) => {
  running = await startTestServer(overrides);
  return running;
};
afterEach(() => running?.server.stop());

type Started = Awaited<ReturnType<typeof start>>;
const knock = (server: Started, headers: Record<string, string> = {}) =>
  server.send('POST', '/api/knocks', { json: {}, headers });
const knockThrice = async (server: Started, headers?: Record<string, string>) => {
  for (let count = 0; count < 3; count += 1) {
    expect((await knock(server, headers)).status).toBe(200);
  }
};

describe('a limit per address', () => {
  it('refuses with the remaining time, until it has passed', async () => {
    const server = await start();
    await knockThrice(server);
    server.clock.advance(20);
    const refused = await knock(server);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('40');
    expect(refused.json().error).toEqual({
      code: 'too_many_requests',
      facts: { retry_after_seconds: 40 },
    });
    server.clock.advance(40);
    expect((await knock(server)).status).toBe(200);
  });

  it('is not bypassed by a forged X-Forwarded-For', async () => {
    const server = await start();
    await knockThrice(server, { 'x-forwarded-for': '203.0.113.1' });
    const refused = await knock(server, {
      'x-forwarded-for': '203.0.113.2',
      'x-real-ip': '203.0.113.3',
      forwarded: 'for=203.0.113.4',
    });
    expect(refused.status).toBe(429);
  });

  it('is not bypassed by forged hops before a trusted proxy', async () => {
    const server = await start({ trustedProxies: ['127.0.0.0/8'] });
    await knockThrice(server, { 'x-forwarded-for': '1.1.1.1, 203.0.113.1' });
    const spoofed = await knock(server, { 'x-forwarded-for': '2.2.2.2, 203.0.113.1' });
    expect(spoofed.status).toBe(429);
    const other = await knock(server, { 'x-forwarded-for': '203.0.113.2' });
    expect(other.status).toBe(200);
  });

  it('counts an IPv6 network as one address', async () => {
    const server = await start({ trustedProxies: ['127.0.0.1'] });
    await knockThrice(server, { 'x-forwarded-for': '2001:db8:1:2::1' });
    const neighbour = await knock(server, { 'x-forwarded-for': '2001:db8:1:2::2' });
    expect(neighbour.status).toBe(429);
  });

  it('is counted before the body is read', async () => {
    const server = await start();
    const malformed = { headers: { 'content-type': 'application/json' }, chunks: ['{'] };
    for (let count = 0; count < 3; count += 1) {
      expect((await server.send('POST', '/api/knocks', malformed)).status).toBe(400);
    }
    expect((await server.send('POST', '/api/knocks', malformed)).status).toBe(429);
  });

  it('applies even if its counter fails', async () => {
    const broken: RateLimiter = { take: () => Promise.reject(new Error('no table')) };
    const server = await start({ rateLimiter: broken });
    await knockThrice(server);
    expect((await knock(server)).status).toBe(429);
  });
});

describe('a limit per account', () => {
  it('counts each owner separately', async () => {
    const { send } = await start();
    const change = (cookie: string) => send('PUT', '/api/mine', { headers: { cookie } });
    expect((await change('')).status).toBe(401);
    expect((await change('session=anna')).status).toBe(200);
    expect((await change('session=anna')).status).toBe(200);
    expect((await change('session=anna')).status).toBe(429);
    expect((await change('session=boris')).status).toBe(200);
  });
});

describe('the general limit', () => {
  it('applies to all API calls of an address, not to pages', async () => {
    const { send, clock } = await start({ generalLimit: { max: 2, seconds: 60 } });
    expect((await send('GET', '/api/things/1')).status).toBe(200);
    expect((await send('GET', '/api/unknown')).status).toBe(404);
    const refused = await send('GET', '/api/things/2');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await send('GET', '/')).status).toBe(503);
    clock.advance(60);
    expect((await send('GET', '/api/things/1')).status).toBe(200);
  });
});
