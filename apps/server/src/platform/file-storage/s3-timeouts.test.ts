import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keysOf, stallingAfter, streamOf } from '../../../test/object-stores.ts';
import { startS3Server, type TestS3Server } from '../../../test/s3-server.ts';
import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { createS3Store } from './s3-store.ts';
import { ServiceTimeout } from './timeouts.ts';

let server: TestS3Server;
/**
 * Has a short timeout, only for calls that get no response: real responses may take longer on a
 * busy machine.
 */
let store: ObjectStore;
/** Times out after `idleMs` of fake time. */
let fakeTimeStore: ObjectStore;
const idleMs = 30_000;

beforeEach(async () => {
  server = await startS3Server();
  store = createS3Store(server.settings, { connectMs: 600_000, idleMs: 300 });
  fakeTimeStore = createS3Store(server.settings, { connectMs: 600_000, idleMs });
  await fakeTimeStore.put('owner/file', streamOf('content'), 7);
});
afterEach(async () => {
  vi.useRealTimers();
  store.close();
  fakeTimeStore.close();
  await server.close();
});

const expectTimeout = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ObjectStoreUnavailable);
  expect(error.cause).toBeInstanceOf(ServiceTimeout);
};
/** Reads requests but never answers. */
const neverAnswer = (request: IncomingMessage) => {
  request.resume();
  return true;
};
/** Never answers; each request advances the fake time by the timeout. */
const neverAnswerInTime = (request: IncomingMessage) => {
  vi.advanceTimersByTime(idleMs);
  return neverAnswer(request);
};
const useFakeTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe('a service that never answers', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a head', () => store.head('owner/file')],
    ['a download', () => store.get('owner/file')],
    ['an upload', () => store.put('owner/new', streamOf(Buffer.alloc(500_000)), 500_000)],
    ['an empty upload', () => store.put('owner/new', streamOf(), 0)],
    ['a removal', () => store.remove(['owner/file'])],
    ['a list', () => keysOf(store, '')],
    ['a probe', () => store.probe()],
    ['a copy', () => store.copy('owner/file', 'owner/copy')],
  ])('times out for %s', async (_, call) => {
    server.intercept = neverAnswer;
    await expectTimeout(call());
  });

  it('is used again once it answers', async () => {
    useFakeTime();
    server.intercept = neverAnswerInTime;
    await expectTimeout(fakeTimeStore.head('owner/file'));
    server.intercept = () => false;
    expect(await text(await fakeTimeStore.get('owner/file'))).toBe('content');
    await fakeTimeStore.remove(['owner/file']);
    expect(await fakeTimeStore.head('owner/file')).toBeUndefined();
  });
});

describe('a service that stops responding', () => {
  it('times out between pages of a list', async () => {
    for (let at = 0; at < 30; at += 1) await fakeTimeStore.put(`many/${at}`, streamOf('1'), 1);
    let pages = 0;
    useFakeTime();
    server.intercept = (request) => {
      pages += 1;
      return pages > 1 && neverAnswerInTime(request);
    };
    await expectTimeout(keysOf(fakeTimeStore, 'many/'));
    expect(pages).toBe(2);
  });

  it('times out within a response without a file', async () => {
    server.intercept = (_, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/xml', 'content-length': '5000' });
      response.write('<?xml version="1.0"?><ListBucketResult>');
      return true;
    };
    await expectTimeout(keysOf(store, ''));
  });

  it('fails a download, which never looks complete', async () => {
    server.intercept = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('beginning');
      return true;
    };
    await expectTimeout(store.get('owner/file').then(text));
  });

  it('times out when it stops receiving an upload', async () => {
    server.intercept = (request) => {
      request.pause();
      return true;
    };
    const size = 50_000_000;
    const chunks = (async function* () {
      for (let given = 0; given < size; given += 100_000) yield Buffer.alloc(100_000);
    })();
    await expectTimeout(store.put('owner/large', chunks, size));
  });
});

it('a slow client does not time out an upload', async () => {
  useFakeTime();
  const slow = stallingAfter(Buffer.from('beginning'));
  const put = fakeTimeStore.put('owner/slow', slow.bytes, 12);
  await slow.stalled;
  vi.advanceTimersByTime(10 * idleMs);
  slow.bytes.push('end');
  slow.bytes.push(null);
  await put;
  expect(await text(await fakeTimeStore.get('owner/slow'))).toBe('beginningend');
});
