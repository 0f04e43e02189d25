import { readZipEntries } from './zip-entries.ts';


/** The table of contents of a document with hundreds of parts fits into this. */
const tailBytes = 128 * 1024;

const maxUnpackedBytes = 500 * 1024 * 1024;

/** A compound file may hold anything; Word's has a part of this name. */
function wordDocument(): Part {
  const wanted = Buffer.from('WordDocument', 'utf16le');
  let isFound = false;
  let before = Buffer.alloc(0);
  return {
    see: (chunk) => {
      if (isFound) return;
      isFound =
        chunk.includes(wanted) ||
        Buffer.concat([before, chunk.subarray(0, wanted.length)]).includes(wanted);
      before = Buffer.from(
        Buffer.concat([before, chunk.subarray(-wanted.length)]).subarray(-wanted.length),
      );
    },
    matches: () => isFound,
  };
}

/** A ZIP with a document in it, without macros, and not blown up beyond reason. */
function packedWordDocument(): Part {
  const tail = lastBytes(tailBytes);
  return {
    see: tail.see,
    matches: () => {
      const entries = readZipEntries(tail.bytes(), tail.seen());
      if (!entries) return false;
      const names = new Set(entries.map(({ name }) => name));
      const unpacked = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
      return (
        names.has('[Content_Types].xml') &&
        names.has('word/document.xml') &&
        !names.has('word/vbaProject.bin') &&
        unpacked <= maxUnpackedBytes
      );
    },
  };
}

/** A ring: each chunk is copied once, however many come. */
function lastBytes(limit: number) {
  const ring = Buffer.alloc(limit);
  let seen = 0;
  return {
    see: (chunk: Buffer) => {
      const tail = chunk.subarray(-limit);
      const untilEnd = tail.copy(ring, (seen + chunk.length - tail.length) % limit);
      tail.copy(ring, 0, untilEnd);
      seen += chunk.length;
    },
    seen: () => seen,
    bytes: () => {
      const end = seen % limit;
      if (seen < limit) return ring.subarray(0, end);
      return Buffer.concat([ring.subarray(end), ring.subarray(0, end)]);
    },
  };
}
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const entryBytes = 46;

export interface ZipEntry {
  name: string;
  unpackedBytes: number;
}

/**
 * The table of contents at the end of a ZIP, read from the last bytes of the file alone.
 * Undefined when there is none, or when it does not lie within those bytes.
 */
export function readZipEntries(tail: Buffer, fileBytes: number): ZipEntry[] | undefined {
  const end = findEnd(tail);
  if (end === undefined) return undefined;
  const count = tail.readUInt16LE(end + 10);
  const tableBytes = tail.readUInt32LE(end + 12);
  const tableStart = tail.readUInt32LE(end + 16) - (fileBytes - tail.length);
  if (tableStart < 0 || tableStart + tableBytes > end) return undefined;

  const entries: ZipEntry[] = [];
  let at = tableStart;
  while (entries.length < count) {
    if (at + entryBytes > end || tail.readUInt32LE(at) !== entrySignature) return undefined;
    const nameBytes = tail.readUInt16LE(at + 28);
    const restBytes = tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
    const nameStart = at + entryBytes;
    entries.push({
      name: tail.toString('utf8', nameStart, nameStart + nameBytes),
      unpackedBytes: tail.readUInt32LE(at + 24),
    });
    at = nameStart + nameBytes + restBytes;
  }
  return entries;
}

function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    // The comment behind it must reach exactly to the end of the file.
    if (at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return undefined;
}
