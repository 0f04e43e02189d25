import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
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

export function sealStream(key: Buffer, place: string): Transform {
  const header = Buffer.concat([Buffer.of(format), randomBytes(saltBytes + prefixBytes)]);
  const seal = segmentSealer(key, header, place);
  let isHeaderSent = false;
  const sendHeader = (stream: Transform) => {
    if (!isHeaderSent) stream.push(header);
    isHeaderSent = true;
  };
  return segmented(segmentBytes, {
    segment: (stream, bytes, isLast) => {
      sendHeader(stream);
      stream.push(seal(bytes, isLast));
    },
  });
}

export function openStream(key: Buffer, place: string): Transform {
  let open: ((sealed: Buffer, isLast: boolean) => Buffer) | undefined;
  return segmented(segmentBytes + tagBytes, {
    leadingBytes: headerBytes,
    lead: (header) => {
      if (header[0] !== format) throw new SealBroken('A file');
      open = segmentOpener(key, header, place);
    },
    // Only what its tag has proven goes on.
    segment: (stream, bytes, isLast) => {
      if (!open) throw new SealBroken('A file');
      stream.push(open(bytes, isLast));
    },
  });
}

interface Parts {
  leadingBytes?: number;
  lead?(bytes: Buffer): void;
  segment(stream: Transform, bytes: Buffer, isLast: boolean): void;
}

/** Cuts a stream into segments. One is always held back until it is known whether it is the last. */
function segmented(size: number, { leadingBytes = 0, lead, segment }: Parts): Transform {
  let wanted = leadingBytes || size;
  let isLeading = leadingBytes > 0;
  let held = Buffer.allocUnsafe(wanted);
  let filled = 0;

  function take(stream: Transform, isLast: boolean): void {
    if (isLeading) {
      lead?.(held);
      isLeading = false;
      wanted = size;
    } else {
      segment(stream, held.subarray(0, filled), isLast);
    }
    // What was handed on may still be read, so it is not written over.
    held = Buffer.allocUnsafe(isLast ? 0 : wanted);
    filled = 0;
  }

  const guarded = (done: TransformCallback, work: () => void) => {
    try {
      work();
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  return new Transform({
    readableHighWaterMark: size,
    writableHighWaterMark: size,
    transform(this: Transform, chunk: Buffer, _, done) {
      guarded(done, () => {
        for (let read = 0; read < chunk.length; ) {
          if (filled === wanted) take(this, false);
          const step = Math.min(chunk.length - read, wanted - filled);
          chunk.copy(held, filled, read, read + step);
          filled += step;
          read += step;
        }
      });
    },
    flush(this: Transform, done) {
      guarded(done, () => {
        if (isLeading && filled === wanted) take(this, false);
        if (isLeading) throw new SealBroken('A file');
        take(this, true);
      });
    },
  });
}

function segmentSealer(key: Buffer, header: Buffer, place: string) {
  const fileKey = fileKeyOf(key, header, place);
  const nextNonce = nonceCounter(header);
  return (bytes: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv(algorithm, fileKey, nextNonce(isLast));
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
}

function segmentOpener(key: Buffer, header: Buffer, place: string) {
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

function fileKeyOf(key: Buffer, header: Buffer, place: string): Buffer {
  const salt = header.subarray(1, 1 + saltBytes);
  return Buffer.from(hkdfSync('sha256', key, salt, `zavet/file/${format}/${place}`, 32));
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
