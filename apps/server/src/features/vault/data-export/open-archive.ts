import { crc32 } from 'node:zlib';
import { archiveBounds, archiveNames } from '@zavet/contract/data-export/archive-schema';
import { limits } from '@zavet/contract/limits';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import type { OpenedFile } from '../../../platform/encryption/sealed-stream.ts';
import { Failure, fail } from '../../../platform/failure.ts';
import { parseInThread } from './archive-parser.ts';
import type { ImportPlan } from './import-rules.ts';
import { SealedArchiveReader } from './sealed-archive-reader.ts';

/** Pages besides the files, and folders that a program has packed along. */
const otherEntries = 3000;
/** Name, comment and further fields of one entry: all of them are kept while the archive is open. */
const entryMaxBytes = 4096;
/** What is this large and shrank by more than this was made to swell. */
const bomb = { bytes: 1024 * 1024, ratio: 300 };

/** An archive of ours. Its names are only ever looked up: nothing is written under them. */
export interface OpenedArchive {
  plan: ImportPlan;
  /** The bytes of a file, compared with size and checksum before they end. */
  read(path: string, size: number): AsyncGenerator<Buffer>;
}

/** Opens an archive and lets `work` read it. What is wrong with it is a failure with its code. */
export async function withArchive<T>(
  file: OpenedFile,
  size: number,
  work: (archive: OpenedArchive) => Promise<T>,
): Promise<T> {
  const reader = new SealedArchiveReader(file, size);
  const openedZip = fromRandomAccessReaderPromise(reader, size, { autoClose: false });
  try {
    const zip = await openedZip.catch(notZip);
    const entries = await entriesOf(zip);
    const { plan, folder } = await readData(zip, entries);
    const read = (path: string, bytes: number) => {
      const entry = entries.get(`${folder}${path}`.normalize('NFC'));
      if (!entry || entry.uncompressedSize !== bytes) return fail('archive_damaged');
      return verified(zip, entry);
    };
    return await work({ plan, read });
  } catch (error) {
    // The store failed, not the archive: that is tried again.
    throw reader.failure ?? error;
  }
}

function notZip(error: unknown): never {
  const isUnknown = error instanceof Error && /end of central directory/i.test(error.message);
  return fail(isUnknown ? 'archive_not_zip' : 'archive_damaged');
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.files + limits.instructions + otherEntries) fail('archive_foreign');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) fail('archive_encrypted');
      const { fileNameLength, extraFieldLength, fileCommentLength } = entry;
      const describing = fileNameLength + extraFieldLength + fileCommentLength;
      if (describing > entryMaxBytes) fail('archive_damaged');
      const name = entry.fileName.normalize('NFC');
      if (entries.has(name)) fail('archive_damaged');
      const isPlain = entry.compressionMethod === 0 || entry.compressionMethod === 8;
      if (!isPlain || isBomb(entry)) fail('archive_damaged');
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    fail('archive_damaged');
  }
  return entries;
}

function isBomb({ uncompressedSize, compressedSize }: Entry): boolean {
  return uncompressedSize > bomb.bytes && uncompressedSize > compressedSize * bomb.ratio;
}

/** People unpack an archive and pack its folder again: then everything lies one level deeper. */
async function readData(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
  const names = [...entries.keys()].filter(
    (name) => name === archiveNames.data || name.endsWith(`/${archiveNames.data}`),
  );
  const name = names.toSorted((one, other) => one.length - other.length)[0];
  const entry = name === undefined ? undefined : entries.get(name);
  if (name === undefined || !entry) return fail('archive_foreign');
  if (entry.uncompressedSize > archiveBounds.bytes) return fail('archive_too_complex');
  const parts: Buffer[] = [];
  for await (const part of verified(zip, entry)) parts.push(part);
  const plan = await parseInThread(Buffer.concat(parts));
  return { plan, folder: name.slice(0, -archiveNames.data.length) };
}

async function* verified(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch {
    fail('archive_damaged');
  }
  if (sum !== entry.crc32) fail('archive_damaged');
}
