import { Readable } from 'node:stream';

/** A key or prefix of a shape that the server never makes. The value is not repeated: it is foreign. */
export class ObjectKeyInvalid extends Error {
  override name = 'ObjectKeyInvalid';

  constructor() {
    super('The object key has a foreign shape.');
  }
}

const keyShape = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;

const prefixShape = /^([a-z0-9-]+(\/[a-z0-9-]+)*\/?)?$/;

/** Short enough for a file name even if it is one single segment. */
const longest = 240;

/** Where bytes are kept under keys that the server makes (see object-key.ts). */
export interface ObjectStore {
  /**
   * Stores exactly `size` bytes; visible under the key only when complete. A failed or aborted put
   * leaves nothing and destroys the stream. A key is put once: every object gets a new one. No chunk
   * is kept when the next one is asked for: their buffer may be used again.
   */
  put(key: string, bytes: AsyncIterable<Buffer>, size: number, signal?: AbortSignal): Promise<void>;
  /** The caller reads the stream to its end or destroys it. Throws ObjectMissing. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  head(key: string): Promise<ObjectFacts | undefined>;
  /** Any number of objects, in the order of their keys. */
  list(prefix: string): AsyncIterable<ObjectFacts & { key: string }>;
  copy(from: string, to: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** Missing ones are fine. */
  remove(keys: readonly string[]): Promise<void>;
  /** A link that opens the object for a while, where the store has such links. */
  signedLink?(key: string, seconds: number): Promise<string>;
  /** Whether the store can be used now; throws ObjectStoreUnavailable. */
  probe(): Promise<void>;
  /** Removes what interrupted puts left behind longer than `olderThan` ago. */
  sweep(olderThan: Date): Promise<void>;
  close(): void;
}

/** Both ends belong to it. The end may lie behind the object's, the start may not. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ObjectFacts {
  size: number;
  /** When the object came to this key. */
  modified_at: Date;
}

export class ObjectMissing extends Error {
  override name = 'ObjectMissing';

  constructor(key: string) {
    super(`There is no object ${key}.`);
  }
}

/** The store itself fails: unreachable, full, refusing. The cause says how. */
export class ObjectStoreUnavailable extends Error {
  override name = 'ObjectStoreUnavailable';

  constructor(cause: unknown) {
    super('The object store cannot be used.', { cause });
  }
}

/** The stream held more or fewer bytes than were announced. */
export class ObjectSizeMismatch extends Error {
  override name = 'ObjectSizeMismatch';

  constructor(size: number) {
    super(`The stream does not hold the announced ${size} bytes.`);
  }
}

export class ObjectRangeInvalid extends Error {
  override name = 'ObjectRangeInvalid';

  constructor({ start, end }: ByteRange) {
    super(`There are no bytes ${start} to ${end}.`);
  }
}

export function assertRange(range: ByteRange): void {
  const { start, end } = range;
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!isRange || start < 0 || end < start) throw new ObjectRangeInvalid(range);
}

export function isObjectKey(key: string): boolean {
  return key.length <= longest && keyShape.test(key);
}

/** Keys become paths and addresses: every one passes here first. */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new ObjectKeyInvalid();
}

export function assertObjectPrefix(prefix: string): void {
  if (prefix.length > longest || !prefixShape.test(prefix)) throw new ObjectKeyInvalid();
}

/**
 * Hands bytes to `store`, each chunk good until the next one is asked for, and makes sure that there are exactly `size` of them. A
 * failure of the stream, a wrong size and an abort come out as such, whatever `store` made of them.
 */
export async function receiveBytes(
  bytes: AsyncIterable<Buffer>,
  size: number,
  signal: AbortSignal | undefined,
  store: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  let streamFailure: { error: unknown } | undefined;
  async function* received(): AsyncGenerator<Buffer> {
    try {
      yield* exactly(bytes, size);
    } catch (error) {
      streamFailure = { error };
      throw error;
    }
  }

  const stream = bytes instanceof Readable ? bytes : undefined;
  // Nobody may be listening when the stream fails: it is asked for its failure later.
  stream?.on('error', () => {});
  const giveUp = () => stream?.destroy();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    signal?.throwIfAborted();
    await store(received());
  } catch (error) {
    giveUp();
    signal?.throwIfAborted();
    throw streamFailure ? streamFailure.error : error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Keeps the completing chunk back until the stream has ended, so that surplus never looks complete. */
async function* exactly(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let seen = 0;
  let completing: Buffer | undefined;
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    seen += chunk.length;
    if (seen > size) throw new ObjectSizeMismatch(size);
    if (seen < size) yield chunk;
    else completing = Buffer.from(chunk);
  }
  if (seen < size) throw new ObjectSizeMismatch(size);
  if (completing) yield completing;
}
