import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import type { Listing } from './backup-folder.ts';

/** Writes rows as lines of JSON, compressed, and counts what it wrote. */
export async function writeRows(
  path: string,
  deps: AsyncIterable<readonly object[]>,
  signal: AbortSignal,
): Promise<Listing> {
  let rows = 0;
  async function* lines() {
    for await (const part of deps) {
      rows += part.length;
      yield part.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
  }
  const hash = createHash('sha256');
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const source = lines();
  try {
    await pipeline(Readable.from(source), createGzip(), observing(hash), file, { signal });
  } finally {
    // What the rows are still being made of has to end before anyone cleans up.
    await source.return();
  }
  return { rows, sha256: hash.digest('hex') };
}

/** The rows of a file, one by one. What is not such a file throws. */
export async function* readRows(path: string): AsyncGenerator<unknown> {
  const gunzip = createGunzip();
  // A failure reaches the reader at the end of the line.
  pipeline(createReadStream(path), gunzip).catch(() => {});
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of gunzip) {
    // JSON leaves line separators of other scripts as they are: only this one divides.
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
  if (rest + decoder.end() !== '') throw new Error('The last line is cut off.');
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Passes bytes on and shows them to a hash. */
export function observing(hash: { update(bytes: Buffer): unknown }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
