import { PassThrough, pipeline, Readable } from 'node:stream';
import type { ZipFile } from 'yazl';

interface StreamedEntry {
  name: string;
  modified_at: Date;
  bytes: Buffer | Readable;
}

/** Resolves when the bytes of the entry were read. */
export type AddEntry = (entry: StreamedEntry) => Promise<void>;

/**
 * Streams a ZIP while it is written, one entry at a time; later entries may depend on earlier ones.
 * Fails if `write` fails. Compresses lightly: streaming unpackers refuse stored entries.
 */
export async function createZipStream(write: (add: AddEntry) => Promise<void>): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = new PassThrough();
  // Without a listener, an error before the stream is read would crash the process.
  output.on('error', () => {});
  zip.once('error', (error) => output.destroy(error));
  pipeline(zip.outputStream, output, () => {});
  const writeAll = async () => {
    await write((entry) => addEntry(zip, output, entry));
    zip.end();
  };
  writeAll().catch((error: Error) => output.destroy(error));
  return output;
}

function addEntry(
  zip: ZipFile,
  output: Readable,
  { name, modified_at: mtime, bytes }: StreamedEntry,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const source = Buffer.isBuffer(bytes) ? Readable.from([bytes], { objectMode: false }) : bytes;
  const cancel = () => {
    source.destroy();
    reject(new Error('The archive is no longer read.'));
  };
  if (output.destroyed) cancel();
  else {
    output.once('close', cancel);
    source.once('error', reject);
    source.once('end', () => {
      output.off('close', cancel);
      resolve();
    });
    zip.addReadStream(source, name, { mtime, compressionLevel: Buffer.isBuffer(bytes) ? 6 : 1 });
  }
  return promise;
}

/** A file of a ZIP: a buffer, or a stream that is opened when the entries before it are written. */
export interface StoredEntry {
  name: string;
  modified_at: Date;
  bytes: Buffer | { size: number; open(): Promise<Readable> };
}

interface StoredZip {
  /** Known before the first byte, because nothing is compressed. */
  size: number;
  bytes: Readable;
}

/** An uncompressed ZIP, written entry by entry as it is read. */
export async function createStoredZip(entries: readonly StoredEntry[]): Promise<StoredZip> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = new PassThrough();
  let reading: Readable | undefined;
  // A reader that disconnects must not leave a file open.
  output.once('close', () => reading?.destroy());
  // Without a listener, an error before the stream is read would crash the process.
  output.on('error', () => {});
  zip.once('error', (error) => output.destroy(error));
  for (const { name, modified_at: mtime, bytes } of entries) {
    if (Buffer.isBuffer(bytes)) {
      zip.addBuffer(bytes, name, { compress: false, mtime });
      continue;
    }
    // Opened lazily: one stream is open at a time.
    zip.addReadStreamLazy(name, { compress: false, mtime, size: bytes.size }, (callback) => {
      if (output.destroyed) return;
      bytes.open().then(
        (opened) => {
          reading = opened.once('error', (error) => output.destroy(error));
          if (output.destroyed) opened.destroy();
          else callback(null, opened);
        },
        (error: Error) => output.destroy(error),
      );
    });
  }
  const size = await finalSize(zip);
  if (size < 0) throw new Error('The size of an archive is not known.');
  pipeline(zip.outputStream, output, () => {});
  return { size, bytes: output };
}

/** The types of yazl lack the parameter of the callback. */
function finalSize(zip: ZipFile): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const end = zip.end as (options: object, onSize: (size: number) => void) => void;
  end.call(zip, {}, resolve);
  return promise;
}
