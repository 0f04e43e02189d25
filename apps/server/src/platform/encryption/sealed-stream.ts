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
 * A file as a row of sealed segments: header (format, salt, nonce prefix), then segments of 64 KiB,
 * each with its tag. The nonce counts the segments and marks the last one, so segments cannot be
 * left out, repeated, reordered or cut off. Each file has a key of its own, derived with its salt.
 */
const format = 1;
const saltBytes = 32;
const prefixBytes = 7;
const headerBytes = 1 + saltBytes + prefixBytes;
const segmentBytes = 64 * 1024;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** How long `plainBytes` become when they are sealed. */
export function sealedSize(plainBytes: number): number {
  const segments = Math.max(1, Math.ceil(plainBytes / segmentBytes));
  return headerBytes + plainBytes + segments * tagBytes;
}

export async function* sealBytes(
  key: KeyObject,
  place: string,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const header = Buffer.concat([Buffer.of(format), randomBytes(saltBytes + prefixBytes)]);
  const seal = segmentSealer(key, header, place);
  yield header;
  for await (const { segment, isLast } of segmentsOf(bytes, segmentBytes)) {
    yield* seal(segment, isLast);
  }
}

/** Only what its tag has proven comes out. */
export async function* openBytes(
  key: KeyObject,
  place: string,
  sealed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let open: ((sealed: Buffer, isLast: boolean) => Buffer) | undefined;
  const rest = withoutHeader(sealed, (header) => {
    if (header[0] !== format) throw new SealBroken('A file');
    open = segmentOpener(key, header, place);
  });
  for await (const { segment, isLast } of segmentsOf(rest, segmentBytes + tagBytes)) {
    if (!open) throw new SealBroken('A file');
    yield open(segment, isLast);
  }
}

async function* withoutHeader(
  sealed: AsyncIterable<Buffer>,
  take: (header: Buffer) => void,
): AsyncGenerator<Buffer> {
  let header = Buffer.alloc(0);
  for await (const chunk of sealed) {
    const missing = headerBytes - header.length;
    if (missing === 0) {
      yield chunk;
      continue;
    }
    header = Buffer.concat([header, chunk.subarray(0, missing)]);
    if (header.length < headerBytes) continue;
    take(header);
    yield chunk.subarray(missing);
  }
}

/**
 * Cuts bytes into segments, each good until the next one is asked for. One is always held back until
 * it is known whether it is the last.
 */
async function* segmentsOf(
  bytes: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ segment: Buffer; isLast: boolean }> {
  const held = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let read = 0; read < chunk.length; ) {
      if (filled === size) {
        yield { segment: held, isLast: false };
        filled = 0;
      }
      if (filled === 0 && chunk.length - read > size) {
        yield { segment: chunk.subarray(read, read + size), isLast: false };
        read += size;
        continue;
      }
      const step = Math.min(chunk.length - read, size - filled);
      chunk.copy(held, filled, read, read + step);
      filled += step;
      read += step;
    }
  }
  yield { segment: held.subarray(0, filled), isLast: true };
}

function segmentSealer(key: KeyObject, header: Buffer, place: string) {
  const fileKey = fileKeyOf(key, header, place);
  const nextNonce = nonceCounter(header);
  return (bytes: Buffer, isLast: boolean): Buffer[] => {
    const cipher = createCipheriv(algorithm, fileKey, nextNonce(isLast));
    const closed = cipher.update(bytes);
    cipher.final();
    return [closed, cipher.getAuthTag()];
  };
}

function segmentOpener(key: KeyObject, header: Buffer, place: string) {
  const fileKey = fileKeyOf(key, header, place);
  const nextNonce = nonceCounter(header);
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
  const fileKey = hkdfSync('sha256', key, salt, `zavet/file/${format}/${place}`, 32);
  return createSecretKey(Buffer.from(fileKey));
}

function nonceCounter(header: Buffer): (isLast: boolean) => Buffer {
  let count = 0;
  return (isLast) => {
    const nonce = Buffer.alloc(12);
    header.copy(nonce, 0, 1 + saltBytes);
    nonce.writeUInt32BE(count++, prefixBytes);
    nonce.writeUInt8(isLast ? 1 : 0, 11);
    return nonce;
  };
}
