import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdleTimeout, destroyWhenIdle, ServiceTimeout, withTimeout } from './timeouts.ts';

const ms = 1_000;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an idle timeout', () => {
  it('aborts when the service is silent for too long', () => {
    const { signal, start } = createIdleTimeout(ms);
    start();
    vi.advanceTimersByTime(ms - 1);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toBeInstanceOf(ServiceTimeout);
  });

  it('restarts with every start', () => {
    const { signal, start } = createIdleTimeout(ms);
    for (let count = 0; count < 10; count += 1) {
      start();
      vi.advanceTimersByTime(ms - 1);
    }
    expect(signal.aborted).toBe(false);
  });

  it('does not run while stopped', () => {
    const { signal, start, stop } = createIdleTimeout(ms);
    start();
    stop();
    vi.advanceTimersByTime(100 * ms);
    expect(signal.aborted).toBe(false);
  });

  it('aborts work and reports the timeout', async () => {
    const work = withTimeout(
      ms,
      (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('cut'))),
        ),
    );
    vi.advanceTimersByTime(ms);
    await expect(work).rejects.toBeInstanceOf(ServiceTimeout);
  });

  it('does not hide other failures', async () => {
    const failing = withTimeout(ms, () => Promise.reject(new Error('refused')));
    await expect(failing).rejects.toThrow('refused');
  });
});

describe('a response body', () => {
  const half = Buffer.alloc(1_000_000, 'a');
  let answer: ServerResponse;
  let body: IncomingMessage;
  let close: () => void;

  beforeEach(async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-length': String(2 * half.length) });
      response.write(half);
      answer = response;
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    // Destroying the body fails the request.
    const request = get({ port, host: '127.0.0.1' }).on('error', () => {});
    [body] = (await once(request, 'response')) as [IncomingMessage];
    close = () => {
      body.destroy();
      server.closeAllConnections();
      server.close();
    };
  });
  afterEach(() => close());

  const readHalf = async () => {
    let read = 0;
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      read += chunk.length;
      if (read === half.length) return;
    }
  };

  it('is destroyed without progress', async () => {
    destroyWhenIdle(body, ms, new ServiceTimeout(ms));
    const failed = once(body, 'error');
    await readHalf();
    vi.advanceTimersByTime(3 * ms);
    expect(await failed).toEqual([expect.any(ServiceTimeout)]);
  });

  it('is not destroyed while its reader is slow', async () => {
    destroyWhenIdle(body, ms, new ServiceTimeout(ms));
    await once(body, 'readable');
    answer.end(half);
    vi.advanceTimersByTime(100 * ms);
    expect(body.destroyed).toBe(false);
    let read = 0;
    for await (const chunk of body) read += chunk.length;
    expect(read).toBe(2 * half.length);
  });

  it('is not destroyed after its end', async () => {
    destroyWhenIdle(body, ms, new ServiceTimeout(ms));
    await readHalf();
    answer.end(half);
    body.resume();
    await once(body, 'end');
    vi.advanceTimersByTime(100 * ms);
    expect(body.errored).toBeNull();
  });
});
