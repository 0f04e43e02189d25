import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { isObjectKey } from '../../../platform/file-storage/object-store.ts';
import { CommandRefused } from '../../../platform/process.ts';

/** Version of the format, incremented when older programs can no longer read new backups. */
const backupFormat = 1;

const countSchema = z.int().nonnegative();

const digestSchema = z.hex().length(64);

const rowsChecksum = { rows: countSchema, sha256: digestSchema };

const backupManifest = z.object({
  format: z.literal(backupFormat),
  created_at: z.iso.datetime(),
  /** Hashes of the applied migrations. */
  migrations: z.array(z.hex()),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string()),
      ...rowsChecksum,
    }),
  ),
  jobs: z.object(rowsChecksum),
  objects: z.object({
    ...rowsChecksum,
    /** Total size of the objects. */
    bytes: countSchema,
    /** Number of files lost before the backup, which contains their rows but not their objects. */
    missing: countSchema,
  }),
  /** Versions of the master key that are needed for decryption. */
  master_versions: z.array(z.int()),
  service_key: z.object({ master_version: z.int(), wrapped: z.string() }),
});

export type BackupManifest = z.output<typeof backupManifest>;

export type RowsChecksum = Pick<BackupManifest['jobs'], 'rows' | 'sha256'>;

export const backupObject = z.object({
  file_id: z.uuid(),
  user_id: z.uuid(),
  key: z.string().refine(isObjectKey),
  size: countSchema,
  sha256: digestSchema,
});

export type BackupObject = z.output<typeof backupObject>;

export const paths = {
  manifest: (folder: string) => join(folder, 'manifest.json'),
  table: (folder: string, name: string) => join(folder, 'tables', `${name}.ndjson.gz`),
  jobs: (folder: string) => join(folder, 'jobs.ndjson.gz'),
  objectList: (folder: string) => join(folder, 'objects.ndjson.gz'),
  object: (folder: string, key: string) => join(folder, 'objects', key),
};

export function createManifest(facts: Omit<BackupManifest, 'format'>): BackupManifest {
  return { format: backupFormat, ...facts };
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(paths.manifest(folder), 'utf8'));
  } catch (cause) {
    throw new CommandRefused(`${folder} is not a backup, or not a whole one.`, { cause });
  }
  const format = z.looseObject({ format: z.int() }).safeParse(content).data?.format ?? 0;
  if (format > backupFormat) {
    throw new CommandRefused(`The backup ${folder} was made by a newer version of the program.`);
  }
  const parsed = backupManifest.safeParse(content);
  if (!parsed.success) {
    throw new CommandRefused(`The manifest of the backup ${folder} is damaged.`);
  }
  return parsed.data;
}

export async function writeRows(
  path: string,
  batches: AsyncIterable<readonly object[]>,
  signal: AbortSignal,
): Promise<RowsChecksum> {
  let rows = 0;
  async function* lines() {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
  }
  const hash = createHash('sha256');
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const source = lines();
  try {
    await pipeline(Readable.from(source), createGzip(), hashingStream(hash), file, { signal });
  } finally {
    // Closes the source, so that the caller can clean up.
    await source.return();
  }
  return { rows, sha256: hash.digest('hex') };
}

/** Throws if the file is damaged. */
export async function* readRows(path: string): AsyncGenerator<unknown> {
  const gunzip = createGunzip();
  // A failure destroys the stream, so the reader receives the error.
  pipeline(createReadStream(path), gunzip).catch(() => {});
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of gunzip) {
    // JSON does not escape Unicode line separators, so readline would split rows.
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
  if (rest + decoder.end() !== '') throw new Error('The last line is incomplete.');
}

/** Throws if a file of rows is missing or damaged. */
export async function verifyRows(
  path: string,
  expected: RowsChecksum,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const damaged = (cause?: unknown) =>
    new CommandRefused(`${path} is missing or damaged.`, { cause });
  const sha256 = await sha256Of(path).catch((cause) => Promise.reject(damaged(cause)));
  if (sha256 !== expected.sha256) throw damaged();
  let rows = 0;
  try {
    for await (const _ of readRows(path)) rows += 1;
  } catch (cause) {
    throw damaged(cause);
  }
  if (rows !== expected.rows) throw damaged();
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Returns a stream that passes bytes through and adds them to a hash. */
export function hashingStream(hash: { update(bytes: Buffer): unknown }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Returns a print function that prints at most `limit` sentences, then `rest` once. */
export function limitLines(
  print: Progress['print'],
  limit: number,
  rest: string,
): Progress['print'] {
  let printed = 0;
  return (sentence) => {
    printed += 1;
    if (printed <= limit) print(sentence);
    if (printed === limit + 1) print(rest);
  };
}

/** Output and cancellation of a long command. */
export interface Progress {
  print(sentence: string): void;
  signal: AbortSignal;
}
