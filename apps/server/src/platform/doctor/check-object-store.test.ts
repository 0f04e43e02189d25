import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keysOf } from '../../../test/object-stores.ts';
import { startS3Server, type TestS3Server } from '../../../test/s3-server.ts';
import { createLocalFolderStore } from '../file-storage/local-folder-store.ts';
import type { S3Settings } from '../file-storage/s3-client.ts';
import { createS3Store } from '../file-storage/s3-store.ts';
import { checkObjectStore } from './check-object-store.ts';

const never = new AbortController().signal;

describe('a bucket', () => {
  let s3: TestS3Server;
  beforeEach(async () => {
    s3 = await startS3Server();
  });
  afterEach(() => s3.close());

  async function check(other: Partial<S3Settings> = {}) {
    const timeouts = { connectMs: 1_000, idleMs: 2_000 };
    const store = createS3Store({ ...s3.settings, ...other }, timeouts);
    try {
      const [finding] = await checkObjectStore(store, 'the bucket', never);
      return finding;
    } finally {
      store.close();
    }
  }

  function refuse(method: string, code: string, status = 403) {
    s3.intercept = (request, response) => {
      if (request.method !== method) return false;
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
      return true;
    };
  }

  it('is fine and left empty', async () => {
    expect(await check()).toMatchObject({ state: 'ok' });
    const store = createS3Store(s3.settings);
    expect(await keysOf(store, '')).toEqual([]);
    store.close();
  });

  it('must exist', async () => {
    expect(await check({ bucket: 'elsewhere' })).toMatchObject({
      state: 'wrong',
      says: 'the bucket is not there',
      todo: expect.stringContaining('S3_BUCKET'),
    });
  });

  it('must accept the access key', async () => {
    expect(await check({ accessKeyId: 'stranger' })).toMatchObject({
      state: 'wrong',
      says: 'the bucket does not know the access key',
      todo: expect.stringContaining('S3_ACCESS_KEY_ID'),
    });
  });

  it('must accept the secret, which is not repeated', async () => {
    refuse('PUT', 'SignatureDoesNotMatch');
    const finding = await check({ secretAccessKey: 'secret-word' });
    expect(finding).toMatchObject({ state: 'wrong', todo: expect.stringContaining('S3_SECRET') });
    expect(JSON.stringify(finding)).not.toContain('secret-word');
  });

  it('must be reachable', async () => {
    expect(await check({ endpoint: 'http://127.0.0.1:9' })).toMatchObject({
      state: 'wrong',
      says: 'the bucket refuses connections',
    });
  });

  it.each([
    ['PUT', 'write'],
    ['GET', 'read'],
    ['POST', 'remove'],
  ])('must allow %s to %s objects', async (method, step) => {
    refuse(method, 'AccessDenied');
    expect(await check()).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining(`does not let us ${step} objects (AccessDenied)`),
    });
  });

  it('must return the same bytes', async () => {
    s3.intercept = (request, response) => {
      if (request.method !== 'GET' || request.url?.includes('list-type')) return false;
      response.end('something else');
      return true;
    };
    expect(await check()).toMatchObject({
      state: 'wrong',
      says: 'the bucket gave back other bytes',
    });
  });
});

describe('a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'zavet-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const check = async (root: string) =>
    (await checkObjectStore(createLocalFolderStore(root), 'the folder', never))[0];

  it('is fine and left empty', async () => {
    expect(await check(folder)).toMatchObject({ state: 'ok' });
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(files.filter((one) => one.isFile())).toEqual([]);
  });

  it('must not be a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await check(file)).toMatchObject({ state: 'wrong' });
  });

  it('is left clean after an abort', async () => {
    const stopping = new AbortController();
    const store = createLocalFolderStore(folder);
    const abortingStore = {
      ...store,
      get: (key: string) => {
        stopping.abort();
        return store.get(key);
      },
    };
    await expect(checkObjectStore(abortingStore, 'the folder', stopping.signal)).rejects.toThrow();
    expect(await keysOf(store, '')).toEqual([]);
  });
});
