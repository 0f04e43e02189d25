import { inflateRawSync } from 'node:zlib';

/** The files of a ZIP by name, read from its table of contents. */
export function zipEntries(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      zip.readUInt16LE(at + place),
    ) as [number, number, number];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const isPacked = zip.readUInt16LE(at + 10) === 8;
    const header = zip.readUInt32LE(at + 42);
    const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const bytes = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
    entries.set(name, isPacked ? inflateRawSync(bytes) : bytes);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}
