import type { LeftOut } from '@zavet/contract/data-export/data-export-endpoints';
import { withEnding } from '@zavet/contract/instructions/file-rules';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/new-id.ts';
import { holdObjects, type ImportedFile, storeBytes } from '../instructions/index.ts';
import type { PlannedFile, PlannedInstruction } from './import-rules.ts';
import type { OpenedArchive } from './open-archive.ts';

/** How long stored bytes may be without a row before they are removed: far longer than an import. */
const heldHours = 48;

export interface StoredFiles {
  /** By the instruction they belong to. */
  files: Map<PlannedInstruction, ImportedFile[]>;
  /** Everything that was put into the store, also what is not used. */
  object_keys: string[];
  left_out: LeftOut[];
}

/**
 * Stores the files of an archive as uploads are stored: inspected and sealed with the owner's key
 * while they are read. They have no rows yet, so the store is told to remove them after a while.
 */
export async function storeArchivedFiles(
  ctx: Context,
  key: OwnerKey,
  userId: string,
  archive: OpenedArchive,
  instructions: readonly PlannedInstruction[],
  stored: StoredFiles,
  onFile: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (const instruction of instructions) {
    const imported: ImportedFile[] = [];
    stored.files.set(instruction, imported);
    for (const file of instruction.files) {
      signal.throwIfAborted();
      const id = newId();
      const object_key = `files/${userId}/${id}`;
      await holdObjects(ctx.database, [object_key], heldHours);
      stored.object_keys.push(object_key);
      const ending = await storeOne(ctx, key, archive, { ...file, id, object_key });
      onFile();
      if (!ending) {
        stored.left_out.push({ kind: 'file', name: file.file_name, reason: 'content_mismatch' });
        continue;
      }
      const file_name =
        ending === file.ending ? file.file_name : withEnding(file.file_name, ending);
      const isKnown = imported.some(
        (one) => one.file_name === file_name && one.size_bytes === file.size_bytes,
      );
      if (isKnown) {
        stored.left_out.push({ kind: 'file', name: file.file_name, reason: 'duplicate' });
        continue;
      }
      imported.push({ id, object_key, file_name, size_bytes: file.size_bytes, ending });
    }
  }
}

/** Undefined where it is not what its name says. */
async function storeOne(
  ctx: Context,
  key: OwnerKey,
  archive: OpenedArchive,
  file: PlannedFile & { id: string; object_key: string },
) {
  let broken: unknown;
  const bytes = watched(archive.read(file.path, file.size_bytes), (error) => {
    broken = error;
  });
  try {
    return await storeBytes(ctx, key, file, file.ending, { size: file.size_bytes, bytes });
  } catch (error) {
    if (broken) throw broken;
    if (error instanceof Failure && error.code === 'file_content_mismatch') return undefined;
    throw error;
  }
}

async function* watched(
  bytes: AsyncIterable<Buffer>,
  onError: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    onError(error);
    throw error;
  }
}
