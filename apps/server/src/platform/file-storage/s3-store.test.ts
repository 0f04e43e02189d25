import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keysOf, streamOf } from '../../../test/object-stores.ts';
import { startS3Server, type TestS3Server } from '../../../test/s3-server.ts';
import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { createS3Store } from './s3-store.ts';
import { isStorageFull } from './storage-full.ts';

let server: TestS3Server;
let store: ObjectStore;

beforeEach(async () => {
  server = await startS3Server();
  store = createS3Store(server.settings);
});
afterEach(async () => {
  vi.useRealTimers();
  store.close();
  await server.close();
});

test('a signed link works without credentials until it expires', async () => {
  await store.put('owner/file', streamOf('content'), 7);
  const link = await signedLink('owner/file', 60);
  expect(await (await fetch(link)).text()).toBe('content');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });

  expect((await fetch(link)).status).toBe(403);
});

test.each([0, -1, 604_801, Number.NaN])(
  'a signed link cannot be valid for %d seconds',
  async (seconds) => {
    await expect(signedLink('owner/file', seconds)).rejects.toBeInstanceOf(RangeError);
  },
);

test('an upload has a content length and no checksum trailer', async () => {
  const seen = watchRequests();
  await store.put('owner/file', Readable.from([Buffer.alloc(3_000_000)]), 3_000_000);

  expect(seen).toHaveLength(1);
  expect(seen[0]?.headers).toMatchObject({ 'content-length': '3000000' });
  const names = Object.keys(seen[0]?.headers ?? {});
  expect(names).not.toContain('transfer-encoding');
  expect(names).not.toContain('expect');
  expect(names.filter((name) => /checksum|trailer|content-encoding/.test(name))).toEqual([]);
});

test('a removal has an MD5 and at most a thousand keys', async () => {
  const seen = watchRequests();
  await store.remove(Array.from({ length: 2_001 }, (_, at) => `owner/${at}`));

  expect(seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
  for (const { headers } of seen) {
    expect(headers['content-md5']).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(Object.keys(headers).filter((name) => name.includes('checksum'))).toEqual([]);
  }
});

test('a refused upload is not retried', async () => {
  const seen = watchRequests(({ method }) => (method === 'PUT' ? 503 : undefined));
  await expectUnavailable(store.put('owner/file', streamOf('content'), 7));

  expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  expect(await keysOf(store, '')).toEqual([]);
});

test('a head is retried when the service is busy', async () => {
  await store.put('owner/file', streamOf('content'), 7);
  let isFirst = true;
  watchRequests(() => {
    const status = isFirst ? 503 : undefined;
    isFirst = false;
    return status;
  });

  expect(await text(await store.get('owner/file'))).toBe('content');
});

test('an upload without an answer is removed', async () => {
  server.intercept = (request, response) => {
    if (request.method === 'PUT') response.writeHead = () => response.destroy() as never;
    return false;
  };
  await expectUnavailable(store.put('owner/file', streamOf('content'), 7));

  expect(await store.head('owner/file')).toBeUndefined();
});

test('a truncated download fails', async () => {
  server.intercept = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('beginning', () => response.destroy());
    return true;
  };

  await expect(store.get('owner/file').then(text)).rejects.toThrow();
});

test('other objects in the bucket are not listed', async () => {
  await store.put('owner/file', streamOf('content'), 7);
  const { endpoint, bucket } = server.settings;
  await fetch(`${endpoint}/${bucket}/Other.txt`, { method: 'PUT', body: 'else' });

  expect(await keysOf(store, '')).toEqual(['owner/file']);
});

test('an unreachable service is reported as unavailable', async () => {
  await server.close();

  const calls = [
    store.probe(),
    store.put('owner/file', streamOf('content'), 7),
    store.get('owner/file'),
    store.head('owner/file'),
    keysOf(store, 'owner/'),
    store.copy('owner/file', 'owner/other'),
    store.move('owner/file', 'owner/other'),
    store.remove(['owner/file']),
  ];
  for (const call of await Promise.allSettled(calls)) {
    expect(call).toMatchObject({
      status: 'rejected',
      reason: { name: 'ObjectStoreUnavailable', cause: { code: 'ECONNREFUSED' } },
    });
  }
});

test('probe detects a missing bucket and wrong credentials', async () => {
  for (const wrong of [{ bucket: 'other' }, { accessKeyId: 'stranger' }]) {
    const other = createS3Store({ ...server.settings, ...wrong });
    await expectUnavailable(other.probe());
    await expectUnavailable(other.get('owner/file'));
    other.close();
  }
});

test('a full bucket is reported as such', async () => {
  server.intercept = (request, response) => {
    const body = '<Error><Code>XMinioStorageFull</Code><Message>full</Message></Error>';
    request.resume().once('end', () => response.writeHead(507).end(body));
    return true;
  };

  const put = store.put('owner/file', streamOf('content'), 7);
  await expect(put).rejects.toSatisfy(isStorageFull);
});

test('close is idempotent', () => {
  store.close();
  expect(() => store.close()).not.toThrow();
});

function signedLink(key: string, seconds: number): Promise<string> {
  return store.signedLink?.(key, seconds) ?? Promise.reject(new Error('no links'));
}

async function expectUnavailable(call: Promise<unknown>): Promise<void> {
  await expect(call).rejects.toBeInstanceOf(ObjectStoreUnavailable);
  await expect(call).rejects.toMatchObject({ cause: expect.any(Error) });
}

interface SeenRequest {
  method: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Records requests and answers some with a given status. */
function watchRequests(statusOf: (seen: SeenRequest) => number | undefined = () => undefined) {
  const all: SeenRequest[] = [];
  server.intercept = (request, response) => {
    const seen = { method: request.method, headers: { ...request.headers } };
    all.push(seen);
    const status = statusOf(seen);
    if (status === undefined) return false;
    request.resume().once('end', () => response.writeHead(status).end());
    return true;
  };
  return all;
}
