import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { transferFetch } from './transfer-fetch.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A server whose response the test sends chunk by chunk. */
function serve() {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      out = controller;
    },
  });
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    init.signal?.addEventListener('abort', () => out?.error(init.signal?.reason));
    return new Response(body, { status: 200, headers: { 'content-type': 'image/png' } });
  });
  return { send: (text: string) => out?.enqueue(bytes(text)), end: () => out?.close() };
}

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a download may take longer than any other call', async () => {
  const server = serve();
  const response = await transferFetch('/api/files/1/content', {});
  const content = response.text();
  for (const part of ['a', 'b', 'c']) {
    await vi.advanceTimersByTimeAsync(50_000);
    server.send(part);
    await vi.advanceTimersByTimeAsync(1);
  }
  server.end();
  expect(await content).toBe('abc');
  expect(response.headers.get('content-type')).toBe('image/png');
});

test('a download fails after a minute without data', async () => {
  const server = serve();
  const response = await transferFetch('/api/files/1/content', {});
  const content = response.text();
  content.catch(() => {});
  server.send('a');
  await vi.advanceTimersByTimeAsync(61_000);
  await expect(content).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a download can be aborted at any time', async () => {
  serve();
  const cancel = new AbortController();
  const response = await transferFetch('/api/files/1/content', { signal: cancel.signal });
  const content = response.text();
  content.catch(() => {});
  cancel.abort();
  await expect(content).rejects.toMatchObject({ name: 'AbortError' });
});
