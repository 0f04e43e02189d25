import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { SealBroken } from './sealed-text.ts';

/**
 * Format of a sealed file: header (format, salt, nonce prefix), then segments with a tag each. The
 * nonce contains the segment's number and marks the last one, so segments cannot be omitted, repeated,
 * reordered or truncated. Each file has its own key, derived with the salt.
 */
const format = 1;
const saltBytes = 32;
const prefixBytes = 7;
const headerBytes = 1 + saltBytes + prefixBytes;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';
/** Chunks of this size are sealed without copying. */
export const segmentBytes = 256 * 1024;

/** The length of a sealed file. */
export function sealedSize(plainBytes: number): number {
  const segments = Math.max(1, Math.ceil(plainBytes / segmentBytes));
  return headerBytes + plainBytes + segments * tagBytes;
}

/**
 * Seals exactly `size` bytes. With fewer bytes, the last segment is missing and the file cannot be
 * opened. Yields a reused buffer, valid until the next iteration; the input may do the same.
 */
export async function* sealBytes(
  key: KeyObject,
  place: string,
  bytes: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<Buffer> {
  const header = Buffer.concat([Buffer.of(format), randomBytes(saltBytes + prefixBytes)]);
  const seal = segmentSealer(key, header, place);
  const source = pieceReader(bytes);
  const sealed = Buffer.allocUnsafeSlow(headerBytes + Math.min(size, segmentBytes) + tagBytes);
  let offset = header.copy(sealed);
  try {
    for (let remaining = size, isLast = false; !isLast; offset = 0) {
      const wanted = Math.min(remaining, segmentBytes);
      const segment = await source.take(wanted);
      if (segment.length < wanted) return;
      remaining -= wanted;
      isLast = remaining === 0;
      yield sealed.subarray(0, offset + seal(segment, isLast, sealed.subarray(offset)));
    }
    if ((await source.take(1)).length > 0) throw new RangeError('More bytes than announced.');
  } finally {
    await source.close();
  }
}

/** Yields authenticated bytes only. Takes ownership of the chunks and frees their memory. */
export async function* openBytes(
  key: KeyObject,
  place: string,
  sealed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const source = pieceReader(sealed, { ownsChunks: true });
  try {
    const header = Buffer.from(await source.take(headerBytes));
    assertFormat(header);
    const open = segmentOpener(key, header, place);
    for (let isLast = false; !isLast; ) {
      const segment = await source.take(segmentBytes + tagBytes);
      isLast = await source.isAtEnd();
      yield open(segment, isLast);
    }
  } finally {
    await source.close();
  }
}

/** Reads a range of a sealed file, both ends inclusive. */
export type ReadSealed = (start: number, end: number) => Promise<AsyncIterable<Buffer>>;

export interface OpenedFile {
  /** Opens a range, both ends inclusive. Reads only the segments that contain it. */
  range(start: number, end: number): AsyncGenerator<Buffer>;
}

/** Opens ranges of a sealed file. Segments authenticate their position and the end of the file. */
export async function openRanges(
  key: KeyObject,
  place: string,
  plainBytes: number,
  read: ReadSealed,
): Promise<OpenedFile> {
  const header = await readFirst(await read(0, headerBytes - 1), headerBytes);
  assertFormat(header);
  const last = Math.max(1, Math.ceil(plainBytes / segmentBytes)) - 1;
  const sealedBytes = segmentBytes + tagBytes;

  async function* range(start: number, end: number): AsyncGenerator<Buffer> {
    if (start < 0 || end < start || end >= plainBytes) throw new RangeError('No such bytes.');
    const [first, final] = [Math.floor(start / segmentBytes), Math.floor(end / segmentBytes)];
    const open = segmentOpener(key, header, place, first);
    const firstByte = headerBytes + first * sealedBytes;
    const sealed = await read(firstByte, headerBytes + (final + 1) * sealedBytes - 1);
    const source = pieceReader(sealed, { ownsChunks: true });
    try {
      for (let at = first; at <= final; at += 1) {
        const offset = at * segmentBytes;
        const size = Math.min(segmentBytes, plainBytes - offset);
        const bytes = open(await source.take(size + tagBytes), at === last);
        yield bytes.subarray(Math.max(0, start - offset), Math.min(size, end + 1 - offset));
      }
    } finally {
      await source.close();
    }
  }
  return { range };
}

async function readFirst(bytes: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const source = pieceReader(bytes);
  try {
    return Buffer.from(await source.take(size));
  } finally {
    await source.close();
  }
}

function assertFormat(header: Buffer): void {
  if (header.length < headerBytes || header[0] !== format) throw new SealBroken('A file');
}

function segmentSealer(key: KeyObject, header: Buffer, place: string) {
  const fileKey = fileKeyOf(key, header, place);
  const nextNonce = nonceCounter(header);
  /** Writes the sealed segment into `target` and returns its length. */
  return (bytes: Buffer, isLast: boolean, target: Buffer): number => {
    const cipher = createCipheriv(algorithm, fileKey, nextNonce(isLast));
    const ciphertext = cipher.update(bytes);
    const length = ciphertext.copy(target);
    freeMemory(ciphertext);
    cipher.final();
    return length + cipher.getAuthTag().copy(target, length);
  };
}

function segmentOpener(key: KeyObject, header: Buffer, place: string, first = 0) {
  const fileKey = fileKeyOf(key, header, place);
  const nextNonce = nonceCounter(header, first);
  return (sealed: Buffer, isLast: boolean): Buffer => {
    if (sealed.length < tagBytes) throw new SealBroken('A file');
    const decipher = createDecipheriv(algorithm, fileKey, nextNonce(isLast), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      const bytes = decipher.update(sealed.subarray(0, -tagBytes));
      decipher.final();
      return bytes;
    } catch (cause) {
      throw new SealBroken('A file', { cause });
    }
  };
}

function fileKeyOf(key: KeyObject, header: Buffer, place: string): KeyObject {
  const salt = header.subarray(1, 1 + saltBytes);
  const fileKey = hkdfSync('sha256', key, salt, `zavet/file/${header[0]}/${place}`, 32);
  return createSecretKey(Buffer.from(fileKey));
}

function nonceCounter(header: Buffer, first = 0): (isLast: boolean) => Buffer {
  let count = first;
  return (isLast) => {
    const nonce = Buffer.alloc(12);
    header.copy(nonce, 0, 1 + saltBytes);
    nonce.writeUInt32BE(count++, prefixBytes);
    nonce.writeUInt8(isLast ? 1 : 0, 11);
    return nonce;
  };
}

const emptyBuffer: Buffer = Buffer.alloc(0);

/** Regroups chunks into pieces of requested sizes. Frees the chunks it owns once copied. */
function pieceReader(chunks: AsyncIterable<Buffer>, { ownsChunks = false } = {}) {
  const source = chunks[Symbol.asyncIterator]();
  let chunk = emptyBuffer;
  let read = 0;
  let isDone = false;
  let joined = emptyBuffer;

  async function hasChunk(): Promise<boolean> {
    while (read === chunk.length && !isDone) {
      const { done, value } = await source.next();
      chunk = done ? emptyBuffer : value;
      read = 0;
      isDone = done === true;
    }
    return read < chunk.length;
  }

  function copyInto(target: Buffer, filled: number, size: number): number {
    const step = chunk.copy(target, filled, read, read + size - filled);
    read += step;
    if (ownsChunks && read === chunk.length) {
      freeMemory(chunk);
      chunk = emptyBuffer;
      read = 0;
    }
    return step;
  }

  return {
    /** The next `size` bytes, fewer at the end. Valid until the next call. */
    async take(size: number): Promise<Buffer> {
      for (let filled = 0; ; ) {
        const hasMore = filled < size && (await hasChunk());
        if (filled === 0 && chunk.length - read >= size) {
          read += size;
          return chunk.subarray(read - size, read);
        }
        if (!hasMore) return joined.subarray(0, filled);
        if (joined.length < size) joined = Buffer.allocUnsafeSlow(size);
        filled += copyInto(joined, filled, size);
      }
    },

    isAtEnd: async (): Promise<boolean> => !(await hasChunk()),

    async close(): Promise<void> {
      await source.return?.();
    },
  };
}

/**
 * Frees the memory of a buffer that nothing else uses. If this were left to the garbage collector,
 * transfers would use several times the memory.
 */
function freeMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
