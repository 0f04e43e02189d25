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
