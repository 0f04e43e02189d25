import { streamedLines } from '@zavet/contract/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/http-server-fixture.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.server.stop());

const lines = { accept: streamedLines, 'accept-encoding': 'gzip' };
const ask = (json: object, headers: Record<string, string> = lines) =>
  fetch(`${server.url}/api/counts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });

describe('a streamed response', () => {
  it('sends progress immediately and the result last, with fields of the contract only', async () => {
    const response = await ask({ to: 2 });
    expect(response.headers.get('content-type')).toBe(streamedLines);
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    // The second step is still blocked when the first arrives.
    expect(await reader?.read()).toEqual({ done: false, value: '{"number":1}\n' });
    server.release();
    let rest = '';
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      rest += next.value;
    }
    expect(rest).toBe('{"number":2}\n{"total":2}\n');
  });

  it('is a single JSON object for clients that do not accept lines', async () => {
    server.release();
    const response = await ask({ to: 3 }, {});
    expect(await response.json()).toEqual({ total: 3 });
  });

  it('fails normally before the first step', async () => {
    const response = await ask({ to: 0 });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { code: 'no_changes' } });
  });

  it('disconnects without details when it fails later', async () => {
    const response = await ask({ to: 2, breaks: true });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(server.logLines.join()).toContain('streamed response failed');
  });
});

it('ends the work when the client disconnects', async () => {
  const own = await startTestServer();
  const caller = new AbortController();
  const response = await fetch(`${own.url}/api/counts`, {
    method: 'POST',
    headers: { accept: streamedLines, 'content-type': 'application/json' },
    body: JSON.stringify({ to: 2 }),
    signal: caller.signal,
  });
  await response.body?.getReader().read();
  caller.abort();
  // The second step stays blocked: only the disconnect ends the work.
  await own.counted;
  await own.server.stop();
  expect(own.logLines.join()).not.toContain('broke off');
});
