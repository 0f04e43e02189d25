import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  assertObjectKey,
  assertObjectPrefix,
  assertRange,
  type ByteRange,
  isObjectKey,
  type ObjectMetadata,
  ObjectMissing,
  ObjectRangeInvalid,
  type ObjectStore,
  ObjectStoreUnavailable,
  receiveBytes,
} from './object-store.ts';
import { connectToS3, type S3Connection, type S3Settings, type S3Timeouts } from './s3-client.ts';
import {
  createIdleTimeout,
  destroyWhenIdle,
  type IdleTimeout,
  ServiceTimeout,
  withTimeout,
} from './timeouts.ts';

const defaultTimeouts: S3Timeouts = { connectMs: 5_000, idleMs: 30_000 };
/** Multiplies the timeout for copies, because the service is silent while it copies. */
const copyTimeoutFactor = 10;
/** For removing the object of an upload without a response. */
const cleanupTimeoutMs = 5_000;
/** Limit of DeleteObjects. */
const removalBatchSize = 1_000;
/** Limit of S3. */
const maxLinkSeconds = 7 * 24 * 60 * 60;

export function createS3Store(settings: S3Settings, timeouts = defaultTimeouts): ObjectStore {
  const Bucket = settings.bucket;
  const { idleMs } = timeouts;
  let connection: Promise<S3Connection> | undefined;

  const connect = () => {
    connection ??= connectToS3(settings, timeouts);
    return connection;
  };

  async function upload(
    Key: string,
    chunks: AsyncIterable<Buffer>,
    size: number,
    signal?: AbortSignal,
  ) {
    const { sdk, client } = await connect();
    const timeout = createIdleTimeout(idleMs);
    const Body = Readable.from(copyChunks(chunks, timeout), { objectMode: false });
    // Otherwise the SDK would wait for the rest of a failed body.
    const bodyFailure = new AbortController();
    Body.once('error', () => bodyFailure.abort());
    const signals = [bodyFailure.signal, timeout.signal, ...(signal ? [signal] : [])];
    const abortSignal = AbortSignal.any(signals);
    try {
      const command = new sdk.PutObjectCommand({ Bucket, Key, Body, ContentLength: size });
      await client.send(command, { abortSignal });
    } catch (error) {
      // All bytes were sent but no response arrived: the object may exist.
      if (Body.readableEnded && !isRefusal(error)) {
        await removeBatch([Key], Math.min(cleanupTimeoutMs, idleMs)).catch(() => {});
      }
      throw new ObjectStoreUnavailable(timeout.signal.aborted ? timeout.signal.reason : error);
    } finally {
      timeout.stop();
      Body.destroy();
    }
  }

  async function get(key: string, range?: ByteRange): Promise<Readable> {
    assertObjectKey(key);
    if (range) assertRange(range);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { sdk, client } = await connect();
    try {
      const command = new sdk.GetObjectCommand({ Bucket, Key: key, Range });
      const { Body } = await withTimeout(idleMs, (abortSignal) =>
        client.send(command, { abortSignal }),
      );
      if (!(Body instanceof IncomingMessage)) throw new Error('The answer has no body.');
      destroyWhenIdle(Body, idleMs, new ObjectStoreUnavailable(new ServiceTimeout(idleMs)));
      return Body;
    } catch (error) {
      if (range && nameOf(error) === 'InvalidRange') throw new ObjectRangeInvalid(range);
      throw toStoreError(error, key);
    }
  }

  async function head(key: string): Promise<ObjectMetadata | undefined> {
    assertObjectKey(key);
    const { sdk, client } = await connect();
    try {
      const command = new sdk.HeadObjectCommand({ Bucket, Key: key });
      const found = await withTimeout(idleMs, (abortSignal) =>
        client.send(command, { abortSignal }),
      );
      return metadataOf(found);
    } catch (error) {
      const failure = toStoreError(error, key);
      if (failure instanceof ObjectMissing) return undefined;
      throw failure;
    }
  }

  async function* list(prefix: string) {
    assertObjectPrefix(prefix);
    const { sdk, client } = await connect();
    const timeout = createIdleTimeout(idleMs);
    const { start, stop, signal: abortSignal } = timeout;
    const request = { Bucket, Prefix: prefix || undefined };
    const pages = sdk.paginateListObjectsV2({ client }, request, { abortSignal });
    try {
      start();
      for await (const page of pages) {
        stop();
        for (const { Key: key = '', Size, LastModified } of page.Contents ?? []) {
          if (isObjectKey(key)) yield { key, ...metadataOf({ ContentLength: Size, LastModified }) };
        }
        start();
      }
    } catch (error) {
      throw new ObjectStoreUnavailable(abortSignal.aborted ? abortSignal.reason : error);
    } finally {
      stop();
    }
  }

  async function copy(from: string, to: string): Promise<void> {
    assertObjectKey(from);
    assertObjectKey(to);
    if (from === to) return assertPresent(from);
    const { sdk, client } = await connect();
    const CopySource = `${Bucket}/${from}`;
    try {
      const command = new sdk.CopyObjectCommand({ Bucket, Key: to, CopySource });
      await withTimeout(copyTimeoutFactor * idleMs, (abortSignal) =>
        client.send(command, { abortSignal }),
      );
    } catch (error) {
      throw toStoreError(error, from);
    }
  }

  async function assertPresent(key: string): Promise<void> {
    if (!(await head(key))) throw new ObjectMissing(key);
  }

  async function remove(keys: readonly string[]): Promise<void> {
    keys.forEach(assertObjectKey);
    for (let start = 0; start < keys.length; start += removalBatchSize) {
      await removeBatch(keys.slice(start, start + removalBatchSize));
    }
  }

  async function removeBatch(keys: readonly string[], ms = idleMs): Promise<void> {
    const { sdk, client } = await connect();
    const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
    try {
      const command = new sdk.DeleteObjectsCommand({ Bucket, Delete });
      const { Errors = [] } = await withTimeout(ms, (abortSignal) =>
        client.send(command, { abortSignal }),
      );
      const refused = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
      if (refused.length > 0) throw new Error(`${refused.length} not removed: ${refused[0]?.Code}`);
    } catch (error) {
      throw new ObjectStoreUnavailable(error);
    }
  }

  return {
    async put(key, bytes, size, signal) {
      assertObjectKey(key);
      await receiveBytes(bytes, size, signal, (chunks) => upload(key, chunks, size, signal));
    },
    get,
    head,
    list,
    copy,
    async move(from, to) {
      await copy(from, to);
      if (from !== to) await removeBatch([from]);
    },
    remove,
    async signedLink(key, seconds) {
      assertObjectKey(key);
      if (!(seconds >= 1 && seconds <= maxLinkSeconds)) {
        throw new RangeError(`A link lives 1 to ${maxLinkSeconds} seconds.`);
      }
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const { sdk, client } = await connect();
      const command = new sdk.GetObjectCommand({ Bucket, Key: key });
      return getSignedUrl(client, command, { expiresIn: Math.floor(seconds) });
    },
    async probe() {
      const { sdk, client } = await connect();
      try {
        const command = new sdk.HeadBucketCommand({ Bucket });
        await withTimeout(idleMs, (abortSignal) => client.send(command, { abortSignal }));
      } catch (error) {
        throw new ObjectStoreUnavailable(error);
      }
    },
    // Nothing to remove: PutObject is atomic, and multipart uploads in the bucket are not ours.
    async sweep() {},
    close() {
      connection?.then(({ client }) => client.destroy()).catch(() => {});
      connection = undefined;
    },
  };
}

/**
 * Copies chunks, because a stream reads ahead and chunks may share one buffer. The timeout runs while
 * the service takes a chunk, not while the source provides the next one.
 */
async function* copyChunks(
  chunks: AsyncIterable<Buffer>,
  timeout: IdleTimeout,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    timeout.start();
    yield Buffer.from(chunk);
    timeout.stop();
  }
  timeout.start();
}

function metadataOf(answer: { ContentLength?: number; LastModified?: Date }): ObjectMetadata {
  const { ContentLength, LastModified } = answer;
  if (ContentLength === undefined || !LastModified)
    throw new Error('The response has no size or date.');
  return { size: ContentLength, modified_at: LastModified };
}

/** HEAD responses have no body and thus no S3 code, only `NotFound`. */
function toStoreError(error: unknown, key: string): Error {
  const isMissing = ['NoSuchKey', 'NotFound'].includes(nameOf(error));
  return isMissing ? new ObjectMissing(key) : new ObjectStoreUnavailable(error);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('$metadata' in error)) return false;
  const { httpStatusCode = 0 } = error.$metadata as { httpStatusCode?: number };
  return httpStatusCode >= 400 && httpStatusCode < 500;
}
