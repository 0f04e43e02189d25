import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { ZipFile } from 'yazl';

/** A file of the archive: bytes that are there, or a stream that is opened when its turn comes. */
export interface ArchiveEntry {
  name: string;
  modified_at: Date;
  bytes: Buffer | { size: number; open(): Promise<Readable> };
}

export interface ArchiveStream {
  /** Known before the first byte: nothing is compressed. */
  size: number;
  bytes: Readable;
}

/** A ZIP that is put together while it is read, one entry after another. */
export async function zipEntries(entries: readonly ArchiveEntry[]): Promise<ArchiveStream> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = new PassThrough();
  let reading: Readable | undefined;
  // Otherwise a reader who goes away leaves a file open.
  output.once('close', () => reading?.destroy());
  // The reader gets the error; until there is one, nobody needs it.
  output.on('error', () => {});
  zip.once('error', (error) => output.destroy(error));
  for (const { name, modified_at: mtime, bytes } of entries) {
    if (Buffer.isBuffer(bytes)) {
      zip.addBuffer(bytes, name, { compress: false, mtime });
      continue;
    }
    // One after another: an open stream per file would hold all of them at once.
    zip.addReadStreamLazy(name, { compress: false, mtime, size: bytes.size }, (begin) => {
      if (output.destroyed) return;
      bytes.open().then(
        (opened) => {
          reading = opened.once('error', (error) => output.destroy(error));
          if (output.destroyed) opened.destroy();
          else begin(null, opened);
        },
        (error: Error) => output.destroy(error),
      );
    });
  }
  const size = await sizeAtEnd(zip);
  if (size < 0) throw new Error('The size of an archive is not known.');
  pipeline(zip.outputStream, output, () => {});
  return { size, bytes: output };
}

/** The types do not know what the end is told. */
function sizeAtEnd(zip: ZipFile): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const end = zip.end as (options: object, onSize: (size: number) => void) => void;
  end.call(zip, {}, resolve);
  return promise;
}
