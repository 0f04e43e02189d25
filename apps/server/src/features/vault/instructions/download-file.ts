import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import { createStoredZip } from '../../../platform/zip.ts';
import { findStoredFile, listStoredFiles, type StoredObject } from './file-repository.ts';
import { getInstruction } from './read-instructions.ts';
import { zipEntryNames, zipFileName } from './zip-name-rules.ts';

/**
 * Opens a stored file for download. With `instructionId`, fails for a file of another instruction.
 */
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

/** Streams all files of an instruction as one ZIP. */
export async function downloadFiles(
  ctx: Context,
  userId: string,
  instructionId: string,
): Promise<Download> {
  const { title } = await getInstruction(ctx, userId, instructionId);
  const files = await listStoredFiles(ctx.database, userId, instructionId);
  if (files.length === 0) return fail('not_found');
  const key = await ctx.vault.keyOf(userId);
  const names = zipEntryNames(files.map((file) => key.open(file.id, 'file_name', file.file_name)));
  const { bytes } = await createStoredZip(
    files.map((file, place) => ({
      name: names[place] ?? file.id,
      modified_at: file.created_at,
      bytes: { size: file.size_bytes, open: () => openBytes(ctx, key, file) },
    })),
  );
  return { bytes, mime_type: 'application/zip', file_name: zipFileName(title) };
}

/** The bytes of a file; each segment is released only after its seal was verified. */
export async function openBytes(
  { store }: Context,
  key: OwnerKey,
  file: StoredObject,
): Promise<Readable> {
  const facts = await store.head(file.object_key);
  // Checked before the first byte: a truncated or missing object is an error, not a short file.
  if (!facts || facts.size !== sealedSize(file.size_bytes)) throw new SealBroken('A file');
  const sealed = await store.get(file.object_key);
  const opened = Readable.from(key.openFile(file.id, sealed), {
    objectMode: false,
    highWaterMark: 1,
  });
  // Closes the object even if reading never starts.
  return opened.once('close', () => sealed.destroy());
}
