import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { SealBroken } from './sealed-text.ts';

const nothing: Buffer = Buffer.alloc(0);

/**
 * A file as a row of sealed segments: header (format, salt, nonce prefix), then the segments, each
 * with its tag. The nonce counts the segments and marks the last one, so segments cannot be left
 * out, repeated, reordered or cut off. Each file has a key of its own, derived with its salt.
 */
const format = 1;

const segmentBytes = 256 * 1024;

const saltBytes = 32;

const prefixBytes = 7;

const headerBytes = 1 + saltBytes + prefixBytes;

const tagBytes = 16;

const algorithm = 'aes-256-gcm';

/** Bytes that come in pieces of this size are sealed without being copied together. */
export const sealSegmentBytes = segmentBytes;

/** How long `plainBytes` become when they are sealed. */
export function sealedSize(plainBytes: number): number {
  const segments = Math.max(1, Math.ceil(plainBytes / segmentBytes));
  return headerBytes + plainBytes + segments * tagBytes;
}

/**
 * Seals exactly `size` bytes; of fewer, the last segment is missing. Pieces are read and given out
 * in buffers that are used again: each is good until the next one is asked for.
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
  const sealed = Buffer.allocUnsafeSlow(headerBytes + Math.min(size, sealSegmentBytes) + tagBytes);
  let begin = header.copy(sealed);
  try {
    for (let left = size, isLast = false; !isLast; begin = 0) {
      const wanted = Math.min(left, sealSegmentBytes);
      const segment = await source.take(wanted);
      if (segment.length < wanted) return;
      left -= wanted;
      isLast = left === 0;
      yield sealed.subarray(0, begin + seal(segment, isLast, sealed.subarray(begin)));
    }
    if ((await source.take(1)).length > 0) throw new RangeError('More bytes than announced.');
  } finally {
    await source.close();
  }
}

/** Only what its tag has proven comes out. Chunks that are read belong to it from then on. */
export async function* openBytes(
  key: KeyObject,
  place: string,
  sealed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const source = pieceReader(sealed, { areGiven: true });
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

/** Reads bytes of a sealed file, both ends included. */
export type ReadSealed = (start: number, end: number) => Promise<AsyncIterable<Buffer>>;

export interface OpenedFile {
  /** The bytes from `start` to `end`, both included; only the segments that hold them are read. */
  range(start: number, end: number): AsyncGenerator<Buffer>;
}

/**
 * Opens any part of a sealed file of `plainBytes`. Each segment opens only at its own place, and
 * the last one only as the last, so a part cannot come out of another place or of a cut file.
 */
export async function openParts(
  key: KeyObject,
  place: string,
  plainBytes: number,
  read: ReadSealed,
): Promise<OpenedFile> {
  const header = await firstOf(await read(0, headerBytes - 1), headerBytes);
  assertFormat(header);
  const last = Math.max(1, Math.ceil(plainBytes / segmentBytes)) - 1;
  const sealedBytes = segmentBytes + tagBytes;

  async function* range(start: number, end: number): AsyncGenerator<Buffer> {
    if (start < 0 || end < start || end >= plainBytes) throw new RangeError('No such bytes.');
    const [first, final] = [Math.floor(start / segmentBytes), Math.floor(end / segmentBytes)];
    const open = segmentOpener(key, header, place, first);
    const begin = headerBytes + first * sealedBytes;
    const sealed = await read(begin, headerBytes + (final + 1) * sealedBytes - 1);
    const source = pieceReader(sealed, { areGiven: true });
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

async function firstOf(bytes: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
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
  /** Into `target`, which it says how much of. */
  return (bytes: Buffer, isLast: boolean, target: Buffer): number => {
    const cipher = createCipheriv(algorithm, fileKey, nextNonce(isLast));
    const closed = cipher.update(bytes);
    const length = closed.copy(target);
    freeMemory(closed);
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

/**
 * Reads pieces of wanted sizes out of chunks, however those are cut. Chunks that are `given` belong
 * to it: the memory of one that was copied is free at once.
 */
function pieceReader(chunks: AsyncIterable<Buffer>, { areGiven = false } = {}) {
  const source = chunks[Symbol.asyncIterator]();
  let chunk = nothing;
  let read = 0;
  let isOver = false;
  let joined = nothing;

  /** Whether there is a chunk to read from. */
  async function hasChunk(): Promise<boolean> {
    while (read === chunk.length && !isOver) {
      const { done, value } = await source.next();
      chunk = done ? nothing : value;
      read = 0;
      isOver = done === true;
    }
    return read < chunk.length;
  }

  /** As much of the chunk as is wanted, and as there is. */
  function copyInto(target: Buffer, filled: number, size: number): number {
    const step = chunk.copy(target, filled, read, read + size - filled);
    read += step;
    if (areGiven && read === chunk.length) {
      freeMemory(chunk);
      chunk = nothing;
      read = 0;
    }
    return step;
  }

  return {
    /** The next `size` bytes, fewer only at the end. Good until the next piece is taken. */
    async take(size: number): Promise<Buffer> {
      for (let filled = 0; ; ) {
        const isThere = filled < size && (await hasChunk());
        if (filled === 0 && chunk.length - read >= size) {
          read += size;
          return chunk.subarray(read - size, read);
        }
        if (!isThere) return joined.subarray(0, filled);
        if (joined.length < size) joined = Buffer.allocUnsafeSlow(size);
        filled += copyInto(joined, filled, size);
      }
    },

    isAtEnd: async (): Promise<boolean> => !(await hasChunk()),

    /** Also when nobody reads to the end. */
    async close(): Promise<void> {
      await source.return?.();
    },
  };
}

/**
 * Gives the memory of bytes back at once, if they are the only ones in it. What waits for the garbage
 * collector instead adds up to several times what a transfer needs. Nobody may look at them again.
 */
function freeMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
