import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { limits } from '@zavet/contract/limits';
import { archiveBounds, archiveNames } from '@zavet/contract/vault/archive-schema';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { OpenedFile } from '../../../platform/encryption/sealed-stream.ts';
import { Failure, fail } from '../../../platform/failure.ts';
import type { ImportPlan } from './import-rules.ts';
import type { ParsedArchive } from './parse-archive-data.ts';

/** Entries for pages, and for folders that ZIP programs add. */
const extraEntries = 3000;

/** Name, comment and extra fields of an entry, which stay in memory while the archive is open. */
const entryMaxBytes = 4096;

/** A larger entry with a higher compression ratio is a decompression bomb. */
const bombLimit = { bytes: 1024 * 1024, ratio: 300 };

/** An exported archive. Its names are only looked up, never written to. */
export interface OpenedArchive {
  plan: ImportPlan;
  /** The bytes of a file, verified by size and checksum before the end. */
  read(path: string, size: number): AsyncGenerator<Buffer>;
}

/** Opens an archive for `work`. A defect of the archive fails with its code. */
export async function withArchive<T>(
  file: OpenedFile,
  size: number,
  work: (archive: OpenedArchive) => Promise<T>,
): Promise<T> {
  const reader = new SealedArchiveReader(file, size);
  const openedZip = fromRandomAccessReaderPromise(reader, size, { autoClose: false });
  try {
    const zip = await openedZip.catch(failOnInvalidZip);
    const entries = await readEntries(zip);
    const { plan, folder } = await readData(zip, entries);
    const read = (path: string, bytes: number) => {
      const entry = entries.get(`${folder}${path}`.normalize('NFC'));
      if (!entry || entry.uncompressedSize !== bytes) return fail('archive_damaged');
      return readVerified(zip, entry);
    };
    return await work({ plan, read });
  } catch (error) {
    // A failure of the store is retried and must not be reported as a damaged archive.
    throw reader.failure ?? error;
  }
}

function failOnInvalidZip(error: unknown): never {
  const isUnknown = error instanceof Error && /end of central directory/i.test(error.message);
  return fail(isUnknown ? 'archive_not_zip' : 'archive_damaged');
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.files + limits.instructions + extraEntries) fail('archive_foreign');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) fail('archive_encrypted');
      const { fileNameLength, extraFieldLength, fileCommentLength } = entry;
      const headerBytes = fileNameLength + extraFieldLength + fileCommentLength;
      if (headerBytes > entryMaxBytes) fail('archive_damaged');
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
  return uncompressedSize > bombLimit.bytes && uncompressedSize > compressedSize * bombLimit.ratio;
}

/** An archive that was unpacked and packed again may have one more folder at the top. */
async function readData(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
  const names = [...entries.keys()].filter(
    (name) => name === archiveNames.data || name.endsWith(`/${archiveNames.data}`),
  );
  const name = names.toSorted((one, other) => one.length - other.length)[0];
  const entry = name === undefined ? undefined : entries.get(name);
  if (name === undefined || !entry) return fail('archive_foreign');
  if (entry.uncompressedSize > archiveBounds.bytes) return fail('archive_too_complex');
  const parts: Buffer[] = [];
  for await (const part of readVerified(zip, entry)) parts.push(part);
  const plan = await parseInThread(Buffer.concat(parts));
  return { plan, folder: name.slice(0, -archiveNames.data.length) };
}

async function* readVerified(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
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

/** Next to this module in sources and build. Lazy: the migration tool has no module path. */
const entryUrl = () =>
  new URL(`./archive-parser-entry${extname(import.meta.filename)}`, import.meta.url);

interface ParserBounds {
  memoryMb: number;
  timeoutMs: number;
}

/** Several times what the largest export needs. */
const parserBounds: ParserBounds = { memoryMb: 384, timeoutMs: 60_000 };

/**
 * Parses `data.json` in a thread, so that requests are not delayed and a hostile file ends the
 * thread instead of the process.
 */
export async function parseInThread(
  bytes: Uint8Array,
  { memoryMb, timeoutMs }: ParserBounds = parserBounds,
): Promise<ImportPlan> {
  const worker = new Worker(entryUrl(), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  const timer = setTimeout(() => void worker.terminate(), timeoutMs);
  const outcome = outcomeOf(worker);
  try {
    // Transferred as a copy, because small buffers share their memory.
    const copy = new Uint8Array(bytes);
    worker.postMessage(copy, [copy.buffer]);
    const parsed = await outcome;
    if ('plan' in parsed) return parsed.plan;
    const { code, facts } = parsed.failure;
    return fail(code, facts && { facts });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Running out of memory or time is final, because a retry would end the same way. */
function outcomeOf(worker: Worker): Promise<ParsedArchive> {
  return new Promise((resolve, reject) => {
    const tooComplex = new Failure('archive_too_complex');
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex : error),
    );
    worker.once('exit', () => reject(tooComplex));
  });
}

/** Number of bytes read ahead, because the directory of a ZIP is read in small pieces. */
const windowBytes = 256 * 1024;

/** Random access to a sealed ZIP. */
class SealedArchiveReader extends RandomAccessReader {
  /** A failure of the store, as opposed to a damaged archive. */
  failure: unknown;
  readonly #file: OpenedFile;
  readonly #size: number;
  #window = { start: 0, bytes: Buffer.alloc(0) };

  constructor(file: OpenedFile, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false, highWaterMark: 1 });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#within(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(null);
      },
      (error: Error) => callback(error),
    );
  }

  async #within(position: number, length: number): Promise<Buffer> {
    const end = position + length;
    if (position < 0 || end > this.#size) throw new RangeError('A range exceeds the archive.');
    const { start, bytes } = this.#window;
    if (position < start || end > start + bytes.length) {
      const from = position - (position % windowBytes);
      const to = Math.min(this.#size, Math.max(from + windowBytes, end));
      const parts: Buffer[] = [];
      for await (const part of this.#range(from, to)) parts.push(part);
      this.#window = { start: from, bytes: Buffer.concat(parts) };
    }
    const at = position - this.#window.start;
    return this.#window.bytes.subarray(at, at + length);
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    if (start < 0 || end > this.#size) throw new RangeError('A range exceeds the archive.');
    try {
      yield* this.#file.range(start, end - 1);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}
