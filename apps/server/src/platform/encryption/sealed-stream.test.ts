import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBytes, openRanges, sealBytes, sealedSize, segmentBytes } from './sealed-stream.ts';
import { SealBroken } from './sealed-text.ts';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const key = keyOf(1);
const place = 'here';
const segment = segmentBytes;
const sealedSegment = segment + 16;
const header = 40;

async function seal(
  bytes: Buffer,
  pieces: Iterable<Buffer> = [bytes],
  size = bytes.length,
): Promise<Buffer> {
  const sealed: Buffer[] = [];
  // The parts share one buffer.
  for await (const part of sealBytes(key, place, chunksOf(pieces), size)) {
    sealed.push(Buffer.from(part));
  }
  return Buffer.concat(sealed);
}

/** Also returns the bytes released before a failure. */
async function open(sealed: Buffer, withKey = key, at = place, pieceBytes = 10_000) {
  const released: Buffer[] = [];
  let failure: unknown;
  try {
    const pieces = chunksOf(split(sealed, pieceBytes));
    for await (const bytes of openBytes(withKey, at, pieces)) released.push(bytes);
  } catch (error) {
    failure = error;
  }
  return { bytes: Buffer.concat(released), failure };
}

function* split(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* chunksOf(pieces: Iterable<Buffer>) {
  yield* pieces;
}

describe('a sealed file', () => {
  it.each([0, 1, segment - 1, segment, segment + 1, 3 * segment, 3 * segment + 5])(
    'of %i bytes opens to the same bytes and has the computed size',
    async (size) => {
      const bytes = randomBytes(size);
      const sealed = await seal(bytes);
      expect(sealed.length).toBe(sealedSize(size));
      expect(await open(sealed)).toEqual({ bytes, failure: undefined });
    },
  );

  it('frees its chunks, but not memory shared with others', async () => {
    const bytes = randomBytes(3 * segment + 5);
    const sealed = await seal(bytes);
    const chunks = [...split(sealed, 100_000)].map((piece) => {
      const own = Buffer.allocUnsafeSlow(piece.length);
      piece.copy(own);
      return own;
    });
    const opened: Buffer[] = [];
    for await (const part of openBytes(key, place, chunksOf(chunks))) opened.push(part);
    expect(Buffer.concat(opened).equals(bytes)).toBe(true);
    expect(chunks.filter(({ buffer }) => !(buffer as ArrayBuffer).detached)).toEqual([]);
    const before = Buffer.from(sealed);
    await open(sealed);
    expect(sealed.equals(before)).toBe(true);
  });

  it('does not depend on the sizes of chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 3 * segment }), { maxLength: 5 }),
        async (sizes) => {
          const pieces = sizes.map((size) => randomBytes(size));
          const bytes = Buffer.concat(pieces);
          const { bytes: opened, failure } = await open(await seal(bytes, pieces));
          expect(failure).toBeUndefined();
          expect(opened.equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('accepts chunks that share one buffer', async () => {
    const bytes = randomBytes(3 * segment + 5);
    const shared = Buffer.alloc(segment + 7);
    const pieces = (function* () {
      for (const piece of split(bytes, shared.length)) {
        piece.copy(shared);
        yield shared.subarray(0, piece.length);
        shared.fill(0);
      }
    })();
    const sealed = await seal(bytes, pieces);
    expect((await open(sealed)).bytes.equals(bytes)).toBe(true);
  });

  it('does not open with fewer bytes than announced, and is refused with more', async () => {
    const bytes = randomBytes(segment + 5);
    const short = await seal(bytes, [bytes.subarray(0, -1)], bytes.length);
    expect((await open(short)).failure).toBeInstanceOf(SealBroken);
    await expect(seal(bytes, [bytes], bytes.length - 1)).rejects.toThrow(RangeError);
  });

  it('closes its source when reading stops early', async () => {
    let isClosed = false;
    const source = (async function* () {
      try {
        yield randomBytes(segment);
        yield randomBytes(segment);
      } finally {
        isClosed = true;
      }
    })();
    for await (const _ of sealBytes(key, place, source, 2 * segment)) break;
    expect(isClosed).toBe(true);
  });

  it('opens from single-byte chunks', async () => {
    const bytes = randomBytes(100);
    expect(await open(await seal(bytes), key, place, 1)).toEqual({ bytes, failure: undefined });
  });

  it('is refused with a message and a cause', async () => {
    const sealed = await seal(randomBytes(100));
    const { failure } = await open(sealed, keyOf(2));
    expect(failure).toMatchObject({ message: 'A file cannot be opened', cause: expect.any(Error) });
    for (const length of [0, header + 5]) {
      const cut = await open(sealed.subarray(0, length));
      expect(cut.failure).toMatchObject({ message: 'A file cannot be opened' });
    }
    sealed.writeUInt8(9, 0);
    expect((await open(sealed)).failure).toMatchObject({ message: 'A file cannot be opened' });
  });

  it('differs each time', async () => {
    const bytes = Buffer.alloc(100, 7);
    expect((await seal(bytes)).equals(await seal(bytes))).toBe(false);
  });

  it('does not open with another key or at another place', async () => {
    const sealed = await seal(randomBytes(100));
    for (const { bytes, failure } of [
      await open(sealed, keyOf(2)),
      await open(sealed, key, 'elsewhere'),
    ]) {
      expect(failure).toBeInstanceOf(SealBroken);
      expect(bytes).toHaveLength(0);
    }
  });

  it('releases nothing from a changed segment on', async () => {
    const bytes = randomBytes(3 * segment);
    const sealed = await seal(bytes);
    const changedAt = header + sealedSegment + 100;
    sealed.writeUInt8(sealed.readUInt8(changedAt) ^ 1, changedAt);
    const { bytes: released, failure } = await open(sealed);
    expect(failure).toBeInstanceOf(SealBroken);
    expect(released.equals(bytes.subarray(0, segment))).toBe(true);
  });

  it('is refused when truncated, even between segments', async () => {
    const sealed = await seal(randomBytes(3 * segment));
    for (const length of [
      0,
      10,
      header,
      header + 5,
      header + sealedSegment,
      header + 2 * sealedSegment,
      sealed.length - 1,
    ]) {
      expect((await open(sealed.subarray(0, length))).failure).toBeInstanceOf(SealBroken);
    }
  });

  it('is refused with swapped, repeated or missing segments', async () => {
    const sealed = await seal(randomBytes(3 * segment + 10));
    const part = (index: number) =>
      sealed.subarray(header + index * sealedSegment, header + (index + 1) * sealedSegment);
    const head = sealed.subarray(0, header);
    for (const order of [[1, 0, 2, 3], [0, 0, 1, 2, 3], [0, 2, 3], [0, 1, 2, 3, 3], [3]]) {
      const forged = Buffer.concat([head, ...order.map(part)]);
      expect((await open(forged)).failure).toBeInstanceOf(SealBroken);
    }
  });

  it('is refused with appended bytes or a changed header', async () => {
    const sealed = await seal(randomBytes(100));
    expect((await open(Buffer.concat([sealed, Buffer.alloc(1)]))).failure).toBeInstanceOf(
      SealBroken,
    );
    for (const at of [0, 1, 35]) {
      const forged = Buffer.from(sealed);
      forged.writeUInt8(forged.readUInt8(at) ^ 1, at);
      expect((await open(forged)).failure).toBeInstanceOf(SealBroken);
    }
  });
});

describe('a range of a sealed file', () => {
  const plain = randomBytes(3 * segment + 500);
  let sealed: Buffer;
  beforeAll(async () => {
    sealed = await seal(plain);
  });
  const segmentAt = (index: number) => header + index * sealedSegment;

  async function range(from: Buffer, start: number, end: number, size = plain.length, at = place) {
    let read = 0;
    const file = await openRanges(key, at, size, async (first, last) => {
      const bytes = Buffer.from(from.subarray(first, last + 1));
      read += bytes.length;
      return chunksOf([bytes]);
    });
    const parts: Buffer[] = [];
    for await (const bytes of file.range(start, end)) parts.push(bytes);
    return { bytes: Buffer.concat(parts), read };
  }

  it('equals the same range of the plain file', async () => {
    const position = fc.nat(plain.length - 1);
    await fc.assert(
      fc.asyncProperty(position, position, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const { bytes } = await range(sealed, start, end);
        expect(bytes.equals(plain.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('reads only its own segments', async () => {
    const { read } = await range(sealed, segment + 1, segment + 2);
    expect(read).toBe(header + sealedSegment);
  });

  it('does not open from a swapped segment', async () => {
    const swapped = Buffer.from(sealed);
    sealed.copy(swapped, segmentAt(0), segmentAt(1), segmentAt(2));
    await expect(range(swapped, 0, 10)).rejects.toBeInstanceOf(SealBroken);
  });

  it('does not open from another file or under another name', async () => {
    const other = await seal(randomBytes(plain.length));
    const mixed = Buffer.from(sealed);
    other.copy(mixed, segmentAt(1), segmentAt(1), segmentAt(2));
    await expect(range(mixed, segment, segment + 10)).rejects.toBeInstanceOf(SealBroken);
    await expect(range(sealed, 0, 10, plain.length, 'there')).rejects.toBeInstanceOf(SealBroken);
  });

  it('does not open from a truncated or extended file', async () => {
    const cut = sealed.subarray(0, segmentAt(3));
    await expect(range(cut, 2 * segment, 3 * segment - 1, 3 * segment)).rejects.toBeInstanceOf(
      SealBroken,
    );
    await expect(range(cut, 3 * segment, 3 * segment)).rejects.toBeInstanceOf(SealBroken);
    const longer = plain.length + segment;
    await expect(range(sealed, plain.length - 1, plain.length - 1, longer)).rejects.toBeInstanceOf(
      SealBroken,
    );
    await expect(range(sealed.subarray(0, 20), 0, 1)).rejects.toBeInstanceOf(SealBroken);
  });

  it('must lie within the file', async () => {
    await expect(range(sealed, 0, plain.length)).rejects.toThrow(RangeError);
    await expect(range(sealed, -1, 0)).rejects.toThrow(RangeError);
  });
});
