/** Inspects a file as its bytes pass, in chunks of any size. */
export interface StreamInspection {
  update(chunk: Buffer): void;
  /** Called after the last chunk. */
  matches(): boolean;
}

/** A compound file may hold any document; Word's contains a stream of this name. */
export function inspectCompoundWord(): StreamInspection {
  const wanted = Buffer.from('WordDocument', 'utf16le');
  let isFound = false;
  let before = Buffer.alloc(0);
  return {
    update: (chunk) => {
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

const maxUnpackedBytes = 500 * 1024 * 1024;
/** Sufficient for the directory of a document with hundreds of parts. */
const tailBytes = 128 * 1024;

/** Accepts a ZIP with a Word document, without macros and with a limited unpacked size. */
export function inspectPackedWord(): StreamInspection {
  const tail = collectLastBytes(tailBytes);
  return {
    update: tail.update,
    matches: () => {
      const entries = readZipEntries(tail.bytes(), tail.seen());
      if (!entries) return false;
      const names = new Set(entries.map(({ name }) => name));
      const totalBytes = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
      return (
        names.has('[Content_Types].xml') &&
        names.has('word/document.xml') &&
        !names.has('word/vbaProject.bin') &&
        totalBytes <= maxUnpackedBytes
      );
    },
  };
}

/** A ring buffer: each chunk is copied once, regardless of their number. */
function collectLastBytes(limit: number) {
  const ring = Buffer.alloc(limit);
  let seen = 0;
  return {
    update: (chunk: Buffer) => {
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

interface ZipEntry {
  name: string;
  unpackedBytes: number;
}

/**
 * Reads the directory of a ZIP from the last bytes of the file. Undefined without a directory, or
 * when it starts before those bytes.
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
    // The comment after the end record must extend exactly to the end of the file.
    if (at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return undefined;
}
