import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import type { HttpOptions } from './http-server.ts';

let running: Awaited<ReturnType<typeof startTestServer>> | undefined;
const start = async (overrides?: Partial<HttpOptions>) => {
  running = await startTestServer(overrides);
  return running;
};
afterEach(async () => {
  await running?.server.stop();
  running = undefined;
});

describe('an API request', () => {
  it('passes parsed input to its handler and returns the contract’s output', async () => {
    const { send } = await start();
    const answer = await send('POST', '/api/greetings', { json: { name: 'Anna' } });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ greeting: 'Hello, Anna', extra_keys: [] });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');

    const thing = await send('GET', '/api/things/a%20b?size=4');
    expect(thing.json()).toEqual({ id: 'a b', size: 4 });
  });

  it('prefers fixed paths to parameters', async () => {
    const { send } = await start();
    expect((await send('GET', '/api/things/newest')).json()).toEqual({ is_newest: true });
  });

  it('answers HEAD like GET, without a body', async () => {
    const { send } = await start();
    const answer = await send('HEAD', '/api/things/1');
    expect(answer.status).toBe(200);
    expect(answer.bytes.length).toBe(0);
    expect(answer.headers['content-length']).toBe('22');
  });

  it('gets an id from the server, even if the client sends one', async () => {
    const { send } = await start();
    const answer = await send('GET', '/api/things/none', { headers: { 'x-request-id': 'mine' } });
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(answer.json().request_id).toBe(answer.headers['x-request-id']);
  });

  it('returns the status and facts of an expected failure', async () => {
    const { send } = await start();
    const answer = await send('POST', '/api/greetings', { json: { name: 'nobody' } });
    expect(answer.status).toBe(422);
    expect(answer.json().error).toEqual({ code: 'no_changes', facts: { tries: 1 } });
  });

  it('fails with not_found for unknown paths and wrong methods', async () => {
    const { send } = await start();
    for (const [method, path] of [
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/api/unknown'],
      ['GET', '/api/greetings'],
      ['DELETE', '/api/things/1'],
      ['OPTIONS', '/api/greetings'],
      ['POST', '/api/openapi.json'],
    ] as const) {
      const answer = await send(method, path);
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(answer.json().error.code).toBe('not_found');
    }
  });

  it('reaches developer endpoints only if enabled, and never in production', async () => {
    const on = await start();
    expect((await on.send('GET', '/api/dev/page')).status).toBe(200);
    await on.server.stop();
    const off = await start({ developerRoutesEnabled: false });
    expect((await off.send('GET', '/api/dev/page')).json().error.code).toBe('not_found');
    await off.server.stop();
    const production = await start({ isProduction: true });
    expect((await production.send('GET', '/api/dev/page')).status).toBe(404);
  });

  it('reaches developer endpoints only under the server’s own names', async () => {
    const { send } = await start();
    const seen = async (host: string) => {
      const answer = await send('GET', '/api/dev/page', { headers: { host } });
      return answer.status === 200 ? 'page' : answer.json().error.code;
    };
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:80', 'zavet.test']) {
      expect(await seen(host), host).toBe('page');
    }
    for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example']) {
      expect(await seen(host), host).toBe('cross_origin_refused');
    }
  });
});

describe('the body of a request', () => {
  it('is refused if announced as too large', async () => {
    const { send } = await start();
    const answer = await send('POST', '/api/greetings', { json: { name: 'x'.repeat(70_000) } });
    expect(answer.status).toBe(413);
    expect(answer.json().error.code).toBe('body_too_large');
  });

  it('is refused if its chunks are too large', async () => {
    const { send } = await start();
    const answer = await send('POST', '/api/greetings', {
      headers: { 'content-type': 'application/json' },
      chunks: ['{"name":"', 'x'.repeat(40_000), 'x'.repeat(40_000), '"}'],
    });
    expect(answer.status).toBe(413);
    expect(answer.headers.connection).toBe('close');
  });

  it('is accepted in chunks below the limit', async () => {
    const { send } = await start();
    const answer = await send('POST', '/api/greetings', {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      chunks: ['{"name":', '"Anna"}'],
    });
    expect(answer.json().greeting).toBe('Hello, Anna');
  });

  it('must be JSON by its content type', async () => {
    const { send } = await start();
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const answer = await send('POST', '/api/greetings', {
        headers: contentType ? { 'content-type': contentType } : {},
        chunks: ['{"name":"Anna"}'],
      });
      expect(answer.status, contentType).toBe(415);
      expect(answer.json().error.code).toBe('unsupported_media_type');
    }
  });

  it('must be well-formed JSON in UTF-8 without NUL characters', async () => {
    const { send } = await start();
    const bodies = [
      '',
      '{"name":',
      '{"name":"a\\u0000b"}',
      '{"a\\u0000":1}',
      Buffer.from([0x22, 0xff, 0x22]),
    ];
    for (const body of bodies) {
      const answer = await send('POST', '/api/greetings', {
        headers: { 'content-type': 'application/json' },
        chunks: [body],
      });
      expect(answer.status, body.toString().slice(0, 20)).toBe(400);
      expect(answer.json().error.code).toBe('malformed_request');
    }
    expect((await send('GET', '/api/things/a%00b')).json().error.code).toBe('malformed_request');
  });

  it('is refused with too much depth or too many values', async () => {
    const { send } = await start();
    const nested = (inner: string) => '['.repeat(30_000) + inner + ']'.repeat(30_000);
    const many = `{"name":"Anna","extra":[${'{},'.repeat(20_000)}{}]}`;
    for (const body of [nested(''), nested('"\\u0041"'), `{"name":${nested('')}}`, many]) {
      const answer = await send('POST', '/api/greetings', {
        headers: { 'content-type': 'application/json' },
        chunks: [body],
      });
      expect(answer.json().error.code).toBe('malformed_request');
    }
    expect((await send('GET', '/api/things/1')).status).toBe(200);
  });

  it('cannot set a prototype', async () => {
    const { send } = await start();
    const answer = await send('POST', '/api/greetings', {
      headers: { 'content-type': 'application/json' },
      chunks: ['{"name":"Anna","extra":{"__proto__":{"isAdmin":true},"kept":1}}'],
    });
    expect(answer.json().extra_keys).toEqual(['kept']);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

describe('invalid input', () => {
  it('is reported by field with the contract’s codes', async () => {
    const { send } = await start();
    const errorOf = async (json: unknown) => {
      const answer = await send('POST', '/api/greetings', { json });
      expect(answer.status).toBe(422);
      return answer.json().error;
    };
    expect(await errorOf({ name: '', address: {} })).toEqual({
      code: 'invalid_input',
      fields: { name: 'required', 'address.city': 'required' },
    });
    expect((await errorOf({ name: 'x'.repeat(41) })).fields).toEqual({ name: 'too_long' });
    expect((await errorOf({ name: 'A', address: { city: 5 } })).fields).toEqual({
      'address.city': 'invalid',
    });
    expect(await errorOf([])).toEqual({ code: 'invalid_input', fields: {} });
  });

  it('is detected in path and query, too', async () => {
    const { send } = await start();
    const answer = await send('GET', `/api/things/${'x'.repeat(21)}?size=big`);
    expect(answer.json().error.fields).toEqual({ id: 'invalid', size: 'invalid' });
  });
});

describe('an endpoint for owners', () => {
  it('distinguishes missing and expired sessions', async () => {
    const { send } = await start();
    const missing = await send('GET', '/api/mine');
    expect([missing.status, missing.json().error.code]).toEqual([401, 'session_missing']);
    const expired = await send('GET', '/api/mine', { headers: { cookie: 'session=old' } });
    expect([expired.status, expired.json().error.code]).toEqual([401, 'session_expired']);
  });

  it('passes the owner to the handler', async () => {
    const { send } = await start();
    const answer = await send('GET', '/api/mine', { headers: { cookie: 'session=anna' } });
    expect(answer.json()).toEqual({ user_id: 'anna', address: '127.0.0.1' });
  });
});

describe('a response', () => {
  it('contains only fields of the contract, at every depth', async () => {
    const { send } = await start();
    const answer = await send('GET', '/api/misbehaviour/extra');
    expect(answer.json()).toEqual({ visible: 'yes', nested: [{ id: '1' }] });
  });

  it('is an internal error for invalid output, a crash or access to a missing owner', async () => {
    const { send, logLines } = await start();
    for (const kind of ['mismatch', 'crash', 'no-owner']) {
      const answer = await send('GET', `/api/misbehaviour/${kind}`);
      expect(answer.status, kind).toBe(500);
      expect(answer.json().error).toEqual({ code: 'internal_error' });
      const logged = logLines.find(
        (line) => line.includes('request failed') && line.includes(answer.json().request_id),
      );
      expect(logged, kind).toContain('"route":"/api/misbehaviour/{kind}"');
    }
  });

  it('reports an unavailable database', async () => {
    const { send } = await start();
    const answer = await send('GET', '/api/misbehaviour/database');
    expect([answer.status, answer.json().error.code]).toEqual([503, 'database_unavailable']);
  });

  it('is compressed only above a kilobyte', async () => {
    const { send } = await start();
    const headers = { 'accept-encoding': 'gzip, br' };
    const long = await send('GET', '/api/many', { headers });
    expect(long.headers['content-encoding']).toBe('gzip');
    expect(long.headers.vary).toBe('Accept-Encoding');
    const short = await send('GET', '/api/things/1', { headers });
    expect(short.headers['content-encoding']).toBeUndefined();
  });
});

describe('cookies of a handler', () => {
  it('are HttpOnly and SameSite, and Secure with https', async () => {
    const plain = await start();
    const set = (await plain.send('POST', '/api/entrance?outcome=success')).headers['set-cookie'];
    expect(set).toEqual([
      'session=anna; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
      'old=; Max-Age=0; Path=/api; HttpOnly; SameSite=Lax',
    ]);
    await plain.server.stop();
    const secure = await start({ publicUrl: 'https://zavet.test' });
    const answer = await secure.send('POST', '/api/entrance?outcome=success');
    expect(answer.headers['set-cookie']).toEqual([
      '__Host-session=anna; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-old=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  it('are sent with expected failures, not with crashes', async () => {
    const { send } = await start();
    const failed = await send('POST', '/api/entrance?outcome=failure');
    expect(failed.status).toBe(401);
    expect(failed.headers['set-cookie']).toHaveLength(2);
    const crashed = await send('POST', '/api/entrance?outcome=crash');
    expect(crashed.status).toBe(500);
    expect(crashed.headers['set-cookie']).toBeUndefined();
  });
});
