import { PassThrough, pipeline, Readable } from 'node:stream';
import type { ZipFile } from 'yazl';

/** A file that goes into a ZIP. */
export interface StreamedEntry {
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
