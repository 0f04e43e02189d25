import { PassThrough, pipeline, Readable } from 'node:stream';
import type { ZipFile } from 'yazl';

/** A file that goes into a ZIP. */
interface StreamedEntry {
  name: string;
  modified_at: Date;
  bytes: Buffer | Readable;
}

/** Adds a file; done when its bytes have been taken. */
export type AddEntry = (entry: StreamedEntry) => Promise<void>;

/**
 * A ZIP that is written while it is read: nothing of it is held but the file in hand, and what is
 * written last may tell how the others went. If writing fails, so does reading. Files are packed
 * lightly rather than stored, because programs that unpack while they read want that.
 */
export async function streamedZip(write: (add: AddEntry) => Promise<void>): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = new PassThrough();
  // The reader gets the error; until there is one, nobody needs it.
  output.on('error', () => {});
  zip.once('error', (error) => output.destroy(error));
  pipeline(zip.outputStream, output, () => {});
  const begin = async () => {
    await write((entry) => added(zip, output, entry));
    zip.end();
  };
  begin().catch((error: Error) => output.destroy(error));
  return output;
}

function added(
  zip: ZipFile,
  output: Readable,
  { name, modified_at: mtime, bytes }: StreamedEntry,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const source = Buffer.isBuffer(bytes) ? Readable.from([bytes], { objectMode: false }) : bytes;
  const leave = () => {
    source.destroy();
    reject(new Error('Nobody reads the archive any more.'));
  };
  if (output.destroyed) leave();
  else {
    output.once('close', leave);
    source.once('error', reject);
    source.once('end', () => {
      output.off('close', leave);
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
export async function storedZip(entries: readonly StoredEntry[]): Promise<StoredZip> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = new PassThrough();
  let reading: Readable | undefined;
  // A reader that disconnects must not leave a file open.
  output.once('close', () => reading?.destroy());
  // The reader gets the error; before there is one, the error must not end the process.
  output.on('error', () => {});
  zip.once('error', (error) => output.destroy(error));
  for (const { name, modified_at: mtime, bytes } of entries) {
    if (Buffer.isBuffer(bytes)) {
      zip.addBuffer(bytes, name, { compress: false, mtime });
      continue;
    }
    // Opened lazily: one stream is open at a time.
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
