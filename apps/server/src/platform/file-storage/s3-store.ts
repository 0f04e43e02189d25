import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  assertObjectKey,
  assertObjectPrefix,
  assertRange,
  type ByteRange,
  isObjectKey,
  type ObjectFacts,
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

const usualTimeouts: S3Timeouts = { connectMs: 5_000, idleMs: 30_000 };
/** The service copies by itself and need not say anything meanwhile. */
const copyFactor = 10;
/** For taking away what may have come of an upload without an answer. */
const cleanupMs = 5_000;
/** The most that one DeleteObjects takes. */
const removedAtOnce = 1_000;
/** The longest life that S3 gives a signed link. */
const longestLinkSeconds = 7 * 24 * 60 * 60;

/** Objects in a bucket of any S3 service. */
export function createS3Store(settings: S3Settings, timeouts = usualTimeouts): ObjectStore {
  const Bucket = settings.bucket;
  const { idleMs } = timeouts;
  let connection: Promise<S3Connection> | undefined;

  const connected = () => {
    connection ??= connectToS3(settings, timeouts);
    return connection;
  };

  async function store(
    Key: string,
    chunks: AsyncIterable<Buffer>,
    size: number,
    signal?: AbortSignal,
  ) {
    const { sdk, client } = await connected();
    const patience = createIdleTimeout(idleMs);
    const Body = Readable.from(copied(chunks, patience), { objectMode: false });
    // The SDK would wait for the rest of a body that broke off.
    const brokenOff = new AbortController();
    Body.once('error', () => brokenOff.abort());
    const ends = [brokenOff.signal, patience.signal, ...(signal ? [signal] : [])];
    const abortSignal = AbortSignal.any(ends);
    try {
      const command = new sdk.PutObjectCommand({ Bucket, Key, Body, ContentLength: size });
      await client.send(command, { abortSignal });
    } catch (error) {
      // With the last byte sent and no answer received, the object may be there.
      if (Body.readableEnded && !isRefusal(error)) {
        await removeSome([Key], Math.min(cleanupMs, idleMs)).catch(() => {});
      }
      throw new ObjectStoreUnavailable(patience.signal.aborted ? patience.signal.reason : error);
    } finally {
      patience.rest();
      Body.destroy();
    }
  }

  async function get(key: string, range?: ByteRange): Promise<Readable> {
    assertObjectKey(key);
    if (range) assertRange(range);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { sdk, client } = await connected();
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
      throw storeError(error, key);
    }
  }

  async function head(key: string): Promise<ObjectFacts | undefined> {
    assertObjectKey(key);
    const { sdk, client } = await connected();
    try {
      const command = new sdk.HeadObjectCommand({ Bucket, Key: key });
      const found = await withTimeout(idleMs, (abortSignal) =>
        client.send(command, { abortSignal }),
      );
      return factsOf(found);
    } catch (error) {
      const failure = storeError(error, key);
      if (failure instanceof ObjectMissing) return undefined;
      throw failure;
    }
  }

  async function* list(prefix: string) {
    assertObjectPrefix(prefix);
    const { sdk, client } = await connected();
    const patience = createIdleTimeout(idleMs);
    const { wait, rest, signal: abortSignal } = patience;
    const asked = { Bucket, Prefix: prefix || undefined };
    const pages = sdk.paginateListObjectsV2({ client }, asked, { abortSignal });
    try {
      wait();
      for await (const page of pages) {
        rest();
        for (const { Key: key = '', Size, LastModified } of page.Contents ?? []) {
          if (isObjectKey(key)) yield { key, ...factsOf({ ContentLength: Size, LastModified }) };
        }
        wait();
      }
    } catch (error) {
      throw new ObjectStoreUnavailable(abortSignal.aborted ? abortSignal.reason : error);
    } finally {
      rest();
    }
  }

  async function copy(from: string, to: string): Promise<void> {
    assertObjectKey(from);
    assertObjectKey(to);
    if (from === to) return assertPresent(from);
    const { sdk, client } = await connected();
    const CopySource = `${Bucket}/${from}`;
    try {
      const command = new sdk.CopyObjectCommand({ Bucket, Key: to, CopySource });
      await withTimeout(copyFactor * idleMs, (abortSignal) =>
        client.send(command, { abortSignal }),
      );
    } catch (error) {
      throw storeError(error, from);
    }
  }

  async function assertPresent(key: string): Promise<void> {
    if (!(await head(key))) throw new ObjectMissing(key);
  }

  async function remove(keys: readonly string[]): Promise<void> {
    keys.forEach(assertObjectKey);
    for (let start = 0; start < keys.length; start += removedAtOnce) {
      await removeSome(keys.slice(start, start + removedAtOnce));
    }
  }

  async function removeSome(keys: readonly string[], ms = idleMs): Promise<void> {
    const { sdk, client } = await connected();
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
      await receiveBytes(bytes, size, signal, (chunks) => store(key, chunks, size, signal));
    },
    get,
    head,
    list,
    copy,
    async move(from, to) {
      await copy(from, to);
      if (from !== to) await removeSome([from]);
    },
    remove,
    async signedLink(key, seconds) {
      assertObjectKey(key);
      if (!(seconds >= 1 && seconds <= longestLinkSeconds)) {
        throw new RangeError(`A link lives 1 to ${longestLinkSeconds} seconds.`);
      }
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const { sdk, client } = await connected();
      const command = new sdk.GetObjectCommand({ Bucket, Key: key });
      return getSignedUrl(client, command, { expiresIn: Math.floor(seconds) });
    },
    async probe() {
      const { sdk, client } = await connected();
      try {
        const command = new sdk.HeadBucketCommand({ Bucket });
        await withTimeout(idleMs, (abortSignal) => client.send(command, { abortSignal }));
      } catch (error) {
        throw new ObjectStoreUnavailable(error);
      }
    },
    // An object is one PutObject, which S3 keeps as a whole or not at all: nothing is ever left over.
    // Unfinished multipart uploads in the bucket are somebody else's.
    async sweep() {},
    close() {
      connection?.then(({ client }) => client.destroy()).catch(() => {});
      connection = undefined;
    },
  };
}

/**
 * A stream reads ahead of its reader, and the buffer of a chunk may be used again. While the next
 * chunk is asked for, the service has taken what it got; then it has to move.
 */
async function* copied(
  chunks: AsyncIterable<Buffer>,
  patience: IdleTimeout,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    patience.wait();
    yield Buffer.from(chunk);
    patience.rest();
  }
  patience.wait();
}

function factsOf(answer: { ContentLength?: number; LastModified?: Date }): ObjectFacts {
  const { ContentLength, LastModified } = answer;
  if (ContentLength === undefined || !LastModified) throw new Error('The answer lacks facts.');
  return { size: ContentLength, modified_at: LastModified };
}

/** A HEAD has no body, so its answer carries no code of S3 but only «not found». */
function storeError(error: unknown, key: string): Error {
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
