import { PassThrough, pipeline, Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import {
  type FileRow,
  findStoredFile,
  listStoredFiles,
  type StoredObject,
} from './file-repository.ts';
import { getInstruction } from './read-instructions.ts';
import { zipEntryNames, zipFileName } from './zip-name-rules.ts';

/** A file of an owner; of one instruction, where somebody may see only that. */
export async function downloadFile(
  ctx: Context,
  userId: string,
  id: string,
  instructionId?: string,
): Promise<Download> {
  const found = await findStoredFile(ctx.database, userId, id);
  if (!found) return fail('not_found');
  if (instructionId && found.file.instruction_id !== instructionId) return fail('not_found');
  const key = ctx.vault.open(userId, found.key);
  return {
    bytes: await openBytes(ctx, key, found.file),
    size: found.file.size_bytes,
    mime_type: found.file.mime_type,
    file_name: key.open(found.file.id, 'file_name', found.file.file_name),
  };
}

/** All files of an instruction in one ZIP, put together while it is sent. */
export async function downloadFiles(
  ctx: Context,
  userId: string,
  instructionId: string,
): Promise<Download> {
  const { title } = await getInstruction(ctx, userId, instructionId);
  const files = await listStoredFiles(ctx.database, userId, instructionId);
  if (files.length === 0) return fail('not_found');
  const key = await ctx.vault.keyOf(userId);
  return {
    bytes: await zipOf(ctx, key, files),
    mime_type: 'application/zip',
    file_name: zipFileName(title),
  };
}

/** The bytes of a file, each segment released only when its seal has proven whole. */
export async function openBytes(
  { store }: Pick<Context, 'store'>,
  key: OwnerKey,
  file: StoredObject,
): Promise<Readable> {
  const facts = await store.head(file.object_key);
  // Known before the first byte goes out: a cut or missing object is an error, not a short file.
  if (!facts || facts.size !== sealedSize(file.size_bytes)) throw new SealBroken('A file');
  const sealed = await store.get(file.object_key);
  const opened = Readable.from(key.openFile(file.id, sealed), {
    objectMode: false,
    highWaterMark: 1,
  });
  // Also when nobody ever begins to read.
  return opened.once('close', () => sealed.destroy());
}

async function zipOf(ctx: Context, key: OwnerKey, files: readonly FileRow[]): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = new PassThrough();
  let reading: Readable | undefined;
  // Otherwise a reader who goes away leaves the file open.
  output.once('close', () => reading?.destroy());
  zip.once('error', (error) => output.destroy(error));
  const names = zipEntryNames(files.map((file) => key.open(file.id, 'file_name', file.file_name)));
  files.forEach((file, place) => {
    const options = { compress: false, mtime: file.created_at, size: file.size_bytes };
    // One after another: an open stream per file would hold all of them at once.
    zip.addReadStreamLazy(names[place] ?? file.id, options, (begin) => {
      if (output.destroyed) return;
      openBytes(ctx, key, file).then(
        (bytes) => {
          reading = bytes.once('error', (error) => output.destroy(error));
          if (output.destroyed) bytes.destroy();
          else begin(null, bytes);
        },
        (error: Error) => output.destroy(error),
      );
    });
  });
  zip.end();
  pipeline(zip.outputStream, output, () => {});
  return output;
}
