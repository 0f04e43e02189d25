import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keysOf, stallingAfter, streamOf } from '../../../test/object-stores.ts';
import { startS3Server, type TestS3Server } from '../../../test/s3-server.ts';
import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { createS3Store } from './s3-store.ts';
import { ServiceTimeout } from './timeouts.ts';

let server: TestS3Server;
/** Only for calls that are never answered: on a busy machine an answer may take longer. */
let store: ObjectStore;
/** Gives up after `idleMs` of held time. */
let patient: ObjectStore;
const idleMs = 30_000;

beforeEach(async () => {
  server = await startS3Server();
  store = createS3Store(server.settings, { connectMs: 600_000, idleMs: 300 });
  patient = createS3Store(server.settings, { connectMs: 600_000, idleMs });
  await patient.put('owner/file', streamOf('content'), 7);
});
afterEach(async () => {
  vi.useRealTimers();
  store.close();
  patient.close();
  await server.close();
});

const isSilent = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ObjectStoreUnavailable);
  expect(error.cause).toBeInstanceOf(ServiceTimeout);
};
/** Takes every request and its body, and never answers. */
const neverAnswer = (request: IncomingMessage) => {
  request.resume();
  return true;
};
/** The same, and the time to wait for an answer passes as soon as a request has come. */
const letTimePass = (request: IncomingMessage) => {
  vi.advanceTimersByTime(idleMs);
  return neverAnswer(request);
};
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe('a service that takes a request and never answers', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a look at an object', () => store.head('owner/file')],
    ['a download', () => store.get('owner/file')],
    ['an upload', () => store.put('owner/new', streamOf(Buffer.alloc(500_000)), 500_000)],
    ['an upload of nothing', () => store.put('owner/new', streamOf(), 0)],
    ['a removal', () => store.remove(['owner/file'])],
    ['a list', () => keysOf(store, '')],
    ['a probe', () => store.probe()],
    ['a copy', () => store.copy('owner/file', 'owner/copy')],
  ])('is given up by %s', async (_, call) => {
    server.intercept = neverAnswer;
    await isSilent(call());
  });

  it('is used again as soon as it answers', async () => {
    holdTime();
    server.intercept = letTimePass;
    await isSilent(patient.head('owner/file'));
    server.intercept = () => false;
    expect(await text(await patient.get('owner/file'))).toBe('content');
    await patient.remove(['owner/file']);
    expect(await patient.head('owner/file')).toBeUndefined();
  });
});

describe('a service that falls silent in the middle', () => {
  it('is given up by a list, between its pages', async () => {
    for (let at = 0; at < 30; at += 1) await patient.put(`many/${at}`, streamOf('1'), 1);
    let pages = 0;
    holdTime();
    server.intercept = (request) => {
      pages += 1;
      return pages > 1 && letTimePass(request);
    };
    await isSilent(keysOf(patient, 'many/'));
    expect(pages).toBe(2);
  });

  it('is given up in the middle of an answer that is no file', async () => {
    server.intercept = (_, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/xml', 'content-length': '5000' });
      response.write('<?xml version="1.0"?><ListBucketResult>');
      return true;
    };
    await isSilent(keysOf(store, ''));
  });

  it('breaks a download off, which never looks complete', async () => {
    server.intercept = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('beginning');
      return true;
    };
    await isSilent(store.get('owner/file').then(text));
  });

  it('is given up when it no longer takes the bytes of an upload', async () => {
    server.intercept = (request) => {
      request.pause();
      return true;
    };
    const size = 50_000_000;
    const much = (async function* () {
      for (let given = 0; given < size; given += 100_000) yield Buffer.alloc(100_000);
    })();
    await isSilent(store.put('owner/large', much, size));
  });
});

it('a slow sender does not end an upload', async () => {
  holdTime();
  const slow = stallingAfter(Buffer.from('beginning'));
  const put = patient.put('owner/slow', slow.bytes, 12);
  await slow.stalled;
  vi.advanceTimersByTime(10 * idleMs);
  slow.bytes.push('end');
  slow.bytes.push(null);
  await put;
  expect(await text(await patient.get('owner/slow'))).toBe('beginningend');
});
