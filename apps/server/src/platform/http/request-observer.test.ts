import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import type { SpanOptions, Tracing } from '../observability/telemetry.ts';

let running: Awaited<ReturnType<typeof startTestServer>> | undefined;
const start = async (...args: Parameters<typeof startTestServer>) => {
  running = await startTestServer(...args);
  return running;
};
afterEach(() => running?.server.stop());

describe('the log', () => {
  it('has one line per request with id, method, route, status, duration and address', async () => {
    const { send, logLines } = await start();
    const answer = await send('GET', '/api/things/4711?token=abc');
    expect(logLines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        code: 'request_answered',
        request_id: answer.headers['x-request-id'],
        method: 'GET',
        route: '/api/things/{id}',
        status: 200,
        duration_ms: expect.any(Number),
        address: '127.0.0.1',
        msg: 'request answered',
      },
    ]);
  });

  it('never contains a token of path, query, body, header or cookie', async () => {
    const { send, logLines } = await start();
    const token = 'T0kenThatMustStaySecret';
    const headers = {
      cookie: `session=${token}`,
      authorization: `Bearer ${token}`,
      referer: `http://zavet.test/verify?token=${token}`,
      'user-agent': token,
      'x-request-id': token,
      'x-forwarded-for': token,
    };
    const json = { name: token, token };
    await send('POST', `/api/greetings?token=${token}`, { headers, json });
    await send('POST', `/api/greetings?token=${token}`, { headers, json: { ...json, name: 5 } });
    await send('GET', `/api/things/${token}?token=${token}`, { headers });
    await send('GET', `/api/misbehaviour/crash?token=${token}`, { headers });
    await send('GET', `/api/${token}?token=${token}`, { headers });
    await send('GET', `/verify/${token}?token=${token}`, { headers });
    await send('PUT', '/api/mine', { headers });
    await send('POST', '/api/greetings', { headers, chunks: [`{"token":"${token}"`] });
    expect(logLines.length).toBeGreaterThanOrEqual(9);
    expect(logLines.join('')).not.toContain(token);
  });

  it('contains error code and owner id', async () => {
    const { send, logLines } = await start();
    await send('GET', '/api/things/none');
    await send('GET', '/api/mine', { headers: { cookie: 'session=anna' } });
    const [failed, own] = logLines.map((line) => JSON.parse(line));
    expect(failed).toMatchObject({ status: 404, error_code: 'not_found' });
    expect(failed).not.toHaveProperty('owner_id');
    expect(own).toMatchObject({ status: 200, owner_id: 'anna' });
    expect(own).not.toHaveProperty('error_code');
    expect(logLines.join('')).not.toContain('example.org');
  });
});

/** Records spans. */
function recordingTracing() {
  const startedSpans: SpanOptions[] = [];
  const tracing: Tracing = {
    inSpan: (_, options, work) => {
      startedSpans.push(options);
      const span = { traceId: 'trace', rename: () => {}, setAttributes: () => {}, fail: () => {} };
      return work(span);
    },
    close: async () => {},
  };
  return { startedSpans, tracing };
}

describe('a trace', () => {
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;

  it.each([
    ['starts anew without a trusted proxy', [], undefined],
    ['continues the trace of a trusted proxy', ['127.0.0.1'], { traceparent }],
  ])('%s', async (_, trustedProxies, caller) => {
    const { startedSpans, tracing } = recordingTracing();
    const { send } = await start({ trustedProxies, monitoring: { tracing } });
    await send('GET', '/api/things/1', { headers: { traceparent } });
    expect(startedSpans.map((options) => options.caller)).toEqual([caller]);
  });
});
