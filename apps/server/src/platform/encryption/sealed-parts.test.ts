import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openParts, sealBytes, sealSegmentBytes } from './sealed-stream.ts';
import { SealBroken } from './sealed-text.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const place = 'here';
const segment = sealSegmentBytes;
const sealedSegment = segment + 16;
const header = 40;
const plain = randomBytes(3 * segment + 500);
let sealed: Buffer;

beforeAll(async () => {
  sealed = await seal(plain);
});

async function seal(bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of sealBytes(key, place, inOne(bytes), bytes.length)) {
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}

async function* inOne(bytes: Buffer) {
  yield bytes;
}

/** What was read of the sealed bytes to open a part, and what came out. */
async function part(from: Buffer, start: number, end: number, size = plain.length, at = place) {
  let read = 0;
  const file = await openParts(key, at, size, async (first, last) => {
    const bytes = Buffer.from(from.subarray(first, last + 1));
    read += bytes.length;
    return inOne(bytes);
  });
  const parts: Buffer[] = [];
  for await (const bytes of file.range(start, end)) parts.push(bytes);
  return { bytes: Buffer.concat(parts), read };
}

const segmentAt = (index: number) => header + index * sealedSegment;

describe('a part of a sealed file', () => {
  it('is what the whole file has there, whatever byte it begins and ends with', async () => {
    const place = fc.nat(plain.length - 1);
    await fc.assert(
      fc.asyncProperty(place, place, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const { bytes } = await part(sealed, start, end);
        expect(bytes.equals(plain.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('costs only the segments that hold it', async () => {
    const { read } = await part(sealed, segment + 1, segment + 2);
    expect(read).toBe(header + sealedSegment);
  });

  it('does not open out of another place of the file', async () => {
    const swapped = Buffer.from(sealed);
    sealed.copy(swapped, segmentAt(0), segmentAt(1), segmentAt(2));
    await expect(part(swapped, 0, 10)).rejects.toBeInstanceOf(SealBroken);
  });

  it('does not open out of another file, nor under another name', async () => {
    const other = await seal(randomBytes(plain.length));
    const mixed = Buffer.from(sealed);
    other.copy(mixed, segmentAt(1), segmentAt(1), segmentAt(2));
    await expect(part(mixed, segment, segment + 10)).rejects.toBeInstanceOf(SealBroken);
    await expect(part(sealed, 0, 10, plain.length, 'there')).rejects.toBeInstanceOf(SealBroken);
  });

  it('does not open out of a file that was cut or lengthened', async () => {
    const cut = sealed.subarray(0, segmentAt(3));
    await expect(part(cut, 2 * segment, 3 * segment - 1, 3 * segment)).rejects.toBeInstanceOf(
      SealBroken,
    );
    await expect(part(cut, 3 * segment, 3 * segment)).rejects.toBeInstanceOf(SealBroken);
    const longer = plain.length + segment;
    await expect(part(sealed, plain.length - 1, plain.length - 1, longer)).rejects.toBeInstanceOf(
      SealBroken,
    );
    await expect(part(sealed.subarray(0, 20), 0, 1)).rejects.toBeInstanceOf(SealBroken);
  });

  it('lies within the file', async () => {
    await expect(part(sealed, 0, plain.length)).rejects.toThrow(RangeError);
    await expect(part(sealed, -1, 0)).rejects.toThrow(RangeError);
  });
});
