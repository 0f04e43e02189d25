import { Readable } from 'node:stream';
import { assertObjectKey, assertObjectPrefix, isObjectKey } from './object-key.ts';
import {
  assertRange,
  type ByteRange,
  type ObjectFacts,
  ObjectMissing,
  ObjectRangeInvalid,
  type ObjectStore,
  ObjectStoreUnavailable,
} from './object-store.ts';
import { receiveBytes } from './receive-bytes.ts';
import { connectToS3, type S3Connection, type S3Settings, type S3Timeouts } from './s3-client.ts';

const usualTimeouts: S3Timeouts = { connectMs: 5_000, idleMs: 30_000 };
/** The most that one DeleteObjects takes. */
const removedAtOnce = 1_000;
/** The longest life that S3 gives a signed link. */
const longestLinkSeconds = 7 * 24 * 60 * 60;

/** Objects in a bucket of any S3 service. */
export function createS3Store(settings: S3Settings, timeouts = usualTimeouts): ObjectStore {
  const Bucket = settings.bucket;
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
    const Body = Readable.from(copied(chunks), { objectMode: false });
    // The SDK would wait for the rest of a body that broke off.
    const brokenOff = new AbortController();
    Body.once('error', () => brokenOff.abort());
    const abortSignal = signal ? AbortSignal.any([signal, brokenOff.signal]) : brokenOff.signal;
    try {
      const command = new sdk.PutObjectCommand({ Bucket, Key, Body, ContentLength: size });
      await client.send(command, { abortSignal });
    } catch (error) {
      // With the last byte sent and no answer received, the object may be there.
      if (Body.readableEnded && !isRefusal(error)) await removeSome([Key]).catch(() => {});
      throw new ObjectStoreUnavailable(error);
    } finally {
      Body.destroy();
    }
  }

  async function get(key: string, range?: ByteRange): Promise<Readable> {
    assertObjectKey(key);
    if (range) assertRange(range);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { sdk, client } = await connected();
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: key, Range }));
      if (!(Body instanceof Readable)) throw new Error('The answer has no body.');
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
      return factsOf(await client.send(new sdk.HeadObjectCommand({ Bucket, Key: key })));
    } catch (error) {
      const failure = storeError(error, key);
      if (failure instanceof ObjectMissing) return undefined;
      throw failure;
    }
  }

  async function* list(prefix: string) {
    assertObjectPrefix(prefix);
    const { sdk, client } = await connected();
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix || undefined });
    try {
      for await (const page of pages) {
        for (const { Key: key = '', Size, LastModified } of page.Contents ?? []) {
          if (isObjectKey(key)) yield { key, ...factsOf({ ContentLength: Size, LastModified }) };
        }
      }
    } catch (error) {
      throw new ObjectStoreUnavailable(error);
    }
  }

  async function copy(from: string, to: string): Promise<void> {
    assertObjectKey(from);
    assertObjectKey(to);
    if (from === to) return assertPresent(from);
    const { sdk, client } = await connected();
    const CopySource = `${Bucket}/${from}`;
    try {
      await client.send(new sdk.CopyObjectCommand({ Bucket, Key: to, CopySource }));
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

  async function removeSome(keys: readonly string[]): Promise<void> {
    const { sdk, client } = await connected();
    const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
    try {
      const { Errors = [] } = await client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete }));
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
        await client.send(new sdk.HeadBucketCommand({ Bucket }));
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

/** A stream reads ahead of its reader, and the buffer of a chunk may be used again. */
async function* copied(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
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
