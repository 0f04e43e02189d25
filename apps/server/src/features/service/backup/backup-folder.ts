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

/** Changes when an older program could not read a backup any more. */
const backupFormat = 1;

const count = z.int().nonnegative();

const digest = z.hex().length(64);

const listing = { rows: count, sha256: digest };

const backupManifest = z.object({
  format: z.literal(backupFormat),
  created_at: z.iso.datetime(),
  /** The migrations that its tables had seen. */
  migrations: z.array(z.hex()),
  tables: z.array(
    z.object({ name: z.string().regex(/^[a-z_]+$/), columns: z.array(z.string()), ...listing }),
  ),
  jobs: z.object(listing),
  /** The list of objects, and how many bytes they have together. */
  objects: z.object({
    ...listing,
    bytes: count,
    /** A later backup can go along the list; those of the first versions are in no order. */
    in_key_order: z.boolean().optional(),
  }),
  /** Without these versions of the master key it cannot be opened. */
  master_versions: z.array(z.int()),
  service_key: z.object({ master_version: z.int(), wrapped: z.string() }),
});

export type BackupManifest = z.output<typeof backupManifest>;

export type Listing = Pick<BackupManifest['jobs'], 'rows' | 'sha256'>;

/** An object as a backup lists it. */
export const backupObject = z.object({
  file_id: z.uuid(),
  user_id: z.uuid(),
  key: z.string().refine(isObjectKey),
  size: count,
  sha256: digest,
});

export type BackupObject = z.output<typeof backupObject>;

/** Where things lie in the folder of a backup. */
export const paths = {
  manifest: (folder: string) => join(folder, 'manifest.json'),
  table: (folder: string, name: string) => join(folder, 'tables', `${name}.ndjson.gz`),
  jobs: (folder: string) => join(folder, 'jobs.ndjson.gz'),
  objectList: (folder: string) => join(folder, 'objects.ndjson.gz'),
  object: (folder: string, key: string) => join(folder, 'objects', key),
};

export function newManifest(facts: Omit<BackupManifest, 'format'>): BackupManifest {
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
    await pipeline(Readable.from(source), createGzip(), hashingStream(hash), file, { signal });
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
export function hashingStream(hash: { update(bytes: Buffer): unknown }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** How a long piece of work says where it is, and is told to stop. */
export interface Progress {
  tell(sentence: string): void;
  signal: AbortSignal;
}
