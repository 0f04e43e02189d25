import crypto, { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import S3rver from 's3rver';
import type { S3Settings } from '../src/platform/file-storage/s3-client.ts';

export interface TestS3Server {
  settings: S3Settings;
  /** Receives every request first; returns true if it has handled it. */
  intercept?: (...exchange: Parameters<RequestListener>) => boolean;
  close(): Promise<void>;
}

restoreDes();

/** An S3 service on loopback with one empty bucket. */
export async function startS3Server(bucket = 'vault'): Promise<TestS3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-server-'));
  const s3 = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false },
    directory: join(directory, 'buckets'),
    configureBuckets: [{ name: bucket }],
  });
  storeWholeObjectsOnly(s3, directory);
  keepFolders(s3);
  sortListings(s3);
  await s3.configureBuckets();

  const answer = s3.callback();
  // No idle timeout: a busy machine would close connections that are about to be reused.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (!running.intercept?.(request, response)) answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const running: TestS3Server = {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(directory, { recursive: true, force: true });
    },
  };
  return running;
}

/** S3 never lists an incomplete upload; s3rver does. */
function storeWholeObjectsOnly({ store }: S3rver, directory: string): void {
  const putObject = store.putObject.bind(store);
  store.putObject = async (object) => {
    const aside = join(directory, randomUUID());
    try {
      await pipeline(object.content as IncomingMessage, createWriteStream(aside));
      return await putObject({ ...object, content: createReadStream(aside) });
    } finally {
      await rm(aside, { force: true });
    }
  };
}

/** S3 has no folders; s3rver deletes empty ones while other requests write to them. */
function keepFolders({ store }: S3rver): void {
  store.deleteObject = async (bucket, key) => {
    const parts = ['object', 'object.md5', 'metadata.json'];
    const paths = parts.map((part) => store.getResourcePath(bucket, key, part));
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
}

const pageSize = 20;

/**
 * S3 sorts by the whole key, s3rver by folder and file name. Pages are smaller than requested,
 * which S3 allows.
 */
function sortListings({ store }: S3rver): void {
  const listObjects = store.listObjects.bind(store);
  store.listObjects = async (bucket, { prefix, startAfter = '', maxKeys: requested }) => {
    const maxKeys = Math.min(requested, pageSize);
    const all = await listObjects(bucket, { prefix, maxKeys: Number.POSITIVE_INFINITY });
    const objects = all.objects
      .filter(({ key }) => key > startAfter)
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    return {
      objects: objects.slice(0, maxKeys),
      commonPrefixes: [],
      isTruncated: objects.length > maxKeys,
    };
  };
}

/** s3rver's page tokens need DES, which OpenSSL removed; triple DES with one key is equivalent. */
function restoreDes(): void {
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original = crypto[name] as (...given: unknown[]) => unknown;
    const patched = (algorithm: string, key: Buffer, ...rest: unknown[]) =>
      algorithm === 'des'
        ? original('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
        : original(algorithm, key, ...rest);
    Object.assign(crypto, { [name]: patched });
  }
}
